def leb(b,i):
    r=s=0
    while True:
        x=b[i];i+=1;r|=(x&127)<<s;s+=7
        if x<128:return r,i
b=open('/tmp/late/main_g.wasm','rb').read();i=8
import collections
C=collections.Counter()
while i<len(b):
    t=b[i];n,j=leb(b,i+1)
    if t==9:
        c,k=leb(b,j)
        for q in range(c):
            fl=b[k]; k0=k;k+=1
            C[fl]+=1
            if fl not in(0,): print(q,fl,b[k0:k0+20])
            if fl&1==0:
                if fl&2: _,k=leb(b,k)
                assert b[k]==0x41; off,k=leb(b,k+1); assert b[k]==0xb; k+=1
            if fl&3: k+=1
            m,k=leb(b,k)
            for _ in range(m):
                if fl&4:
                    while b[k]!=0xb:k+=1
                    k+=1
                else: _,k=leb(b,k)
    i=j+n
print(C)
