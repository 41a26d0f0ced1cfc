# Applies the parts in $OUT to a copy of /tmp/site2, in $SITE.
set -e
OUT=${OUT:-/tmp/late/out}; SITE=${SITE:-/tmp/late/site}; TOOL=/tmp/late/tool/target/debug/tool
ES=/work/main/web/e2e/node_modules/.bin/esbuild
rm -rf $SITE; cp -r /tmp/site2 $SITE
W=$(mktemp -d); trap "rm -rf $W" EXIT
$ES /work/late/web/boot.js --minify --log-level=warning --outfile=$W/boot.js
h() { sha1sum $1 | cut -c1-10; }
P=chunk/page-$(h $OUT/part1.wasm).wasm; L=chunk/rest-$(h $OUT/part2.wasm).wasm; E=splitpoint-web-$(h $OUT/part0.wasm).wasm
mkdir $W/s
$TOOL list /tmp/late/split $SITE/chunk $W/s $(basename $P) $(basename $L)
cp $OUT/part1.wasm $SITE/$P; cp $OUT/part2.wasm $SITE/$L; cp $OUT/part0.wasm $SITE/$E
$ES $W/s/main.js --bundle --format=esm --minify --log-level=warning --log-override:duplicate-object-key=silent --outfile=$W/app.js
J=splitpoint-web-$(h $W/app.js).js; B=boot-$(h $W/boot.js).js
cp $W/app.js $SITE/$J; cp $W/boot.js $SITE/$B
sed -i "s/splitpoint-web-a5f94dc919.wasm/$E/g; s/splitpoint-web-feed1807f4.js/$J/g; s/boot-30e04bcbe4.js/$B/g" $SITE/index.html
rm $SITE/splitpoint-web-a5f94dc919.wasm $SITE/splitpoint-web-feed1807f4.js $SITE/boot-30e04bcbe4.js
for f in $SITE/*.*; do echo $(gzip -9c $f | wc -c) $(basename $f); done; for f in $SITE/$P $SITE/$L; do echo $(gzip -9c $f | wc -c) $(basename $f); done
