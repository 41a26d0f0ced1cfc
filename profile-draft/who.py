# Names the stub of each call of the net in w/nets.log.
import re,sys,collections
def leb(b,i):
    r=s=0
    while True:
        x=b[i];i+=1;r|=(x&127)<<s;s+=7
        if x<128:return r,i
def sleb(b,i):
    r,j=leb(b,i); n=7*(j-i)
    return (r-(1<<n) if r>>(n-1)&1 else r),j
b=open('/tmp/late/out/part0.wasm','rb').read();i=8;imp=0;bodies=[]
while i<len(b):
    t=b[i];n,j=leb(b,i+1)
    if t==2:
        c,k=leb(b,j); imp=c
    if t==10:
        c,k=leb(b,j)
        for _ in range(c):
            l,k=leb(b,k);bodies.append(b[k:k+l]);k+=l
    i=j+n
slots={}
for l in open('/tmp/late/w/slots.tsv'):
    s,h,st,name=l.rstrip('\n').split('\t'); slots[int(s)]=(h,name)
C=collections.Counter()
for l in open('/tmp/late/w/nets.log'):
    f,u=l.split()[:2]
    fs=[int(x) for x in re.findall(r'\[(\d+)\]',u)] or [int(x) for x in re.findall(r'%5B(\d+)%5D',u)]
    name='?'
    for x in fs[1:2]:
        body=bodies[x-imp]
        k=body.find(b'\x41',3)
        # find i32.const slot followed by call_indirect
        for m in re.finditer(b'\x41',body):
            v,j=sleb(body,m.start()+1)
            if j<len(body) and body[j]==0x11 and v in slots: name=f'{slots[v][0]} {slots[v][1]}'
    C[(f,u.split('-')[0],re.sub(r'\[[0-9a-f]{8,}\]','',name))]+=1
for k,v in C.most_common(): print(v,*k)
