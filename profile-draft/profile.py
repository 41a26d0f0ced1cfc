import json,re,sys
names=[]
def leb(b,i):
    r=s=0
    while True:
        x=b[i];i+=1;r|=(x&127)<<s;s+=7
        if x<128:return r,i
import os
for line in open('/tmp/late/funcs.tsv',encoding='utf8'):
    size,name=line.rstrip('\n').split('\t',1); names.append((int(size),name))
plain=lambda n: re.sub(r'(?<=[\w])\[[0-9a-fA-F]+\]','',n)
def h(n):
    x=0xcbf29ce484222325
    for b in plain(n).encode(): x=((x^b)*0x100000001b3)&(2**64-1)
    return x>>32
s=json.load(open(os.environ.get('PROF','/tmp/late/prof.json')))
E=set().union(*[set(v) for k,v in s.items() if k.startswith('embed') and 'lesson' not in k and 'script' not in k])
pages=[k for k in s if k.startswith(('page','phone'))]
for k in pages:
    if k.endswith('.log'): E|=set(s[k])-set(s[k[:-4]])
M=set().union(*[set(s[k]) for k in pages])
if os.path.exists('/tmp/late/w/ran.log'):
    for l in open('/tmp/late/w/ran.log'):
        f,*ns=l.split()
        if f.split('.')[0] in ('first','insert','start'): M|=set(map(int,ns))
# What memory and the glue need has no moment of its own.
base=re.compile(r'^<?(dlmalloc|wasm_bindgen|__rust|__externref|__wbindgen|alloc::alloc|js_sys|compiler_builtins|memcpy|memmove|memset|memcmp)')
for i,(size,n) in enumerate(names):
    if base.match(n) and not n.startswith('wasm_bindgen::convert::closures'): E.add(i)
M-=E
home={}
for i,(size,n) in enumerate(names):
    k=0 if i in E else 1 if i in M else 2
    if n: home[h(n)]=min(home.get(h(n),9),k)
print(len(E),len(M),file=sys.stderr)
print('''# Functions of the page that are not needed at once, and the part of its module in which they come.
#
# "page" is what the page runs to the first step and the frame of an example does not; "rest" is what neither runs. What
# stands in no line is there from the start, so a new function needs no line. Each line is a hash of a function's name
# (`hash` in crates/xtask/src/profile.rs), as the names themselves would be half a megabyte. crates/xtask/src/part.rs
# cuts the module.''')
for k,name in ((1,'page'),(2,'rest')):
    print(f'\npart {name}')
    for x in sorted(x for x,v in home.items() if v==k): print(f'{x:08x}')
