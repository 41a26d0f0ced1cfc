import json,zlib,sys
def leb(b,i):
    r=s=0
    while True:
        x=b[i];i+=1;r|=(x&127)<<s;s+=7
        if x<128:return r,i
b=open('/tmp/main_g.wasm','rb').read();i=8
bodies=[]
while i<len(b):
    t=b[i];n,j=leb(b,i+1)
    if t==10:
        c,k=leb(b,j)
        for _ in range(c):
            l,k=leb(b,k);bodies.append(b[k:k+l]);k+=l
    i=j+n
s=json.load(open('/tmp/w/prof.json'))
def gz(ix):
    d=b''.join(bodies[i] for i in sorted(ix)); return len(ix),len(d),len(zlib.compress(d,9))
print('all',gz(range(len(bodies))))
for k,v in s.items(): print(k,gz(v))
e=set().union(*[set(v) for k,v in s.items() if k.startswith('embed') and 'lesson' not in k])
p=set(s['page'])|set(s['phone'])
print('embed union',gz(e)); print('page union',gz(p)); print('both',gz(e|p)); 
print('drawn all', gz(set().union(*[set(v) for k,v in s.items() if k.endswith('.drawn')])))
print('everything', gz(set().union(*[set(v) for k,v in s.items()])))
