# Makes sitenet from site: each call of the net tells the functions on the stack.
cd /tmp/late; rm -rf sitenet; cp -r site sitenet; J=$(ls sitenet/splitpoint-web-*.js)
sed -i 's/\.open("GET",\([A-Za-z$_]*\)(\([A-Za-z$_]*\)),!1)/.open("GET",\1(\2)+"?net="+(new Error().stack.match(\/function\\[\\d+\\]\/g)||[]).join("").replace(\/function\/g,""),!1)/' $J; grep -c '?net' $J
