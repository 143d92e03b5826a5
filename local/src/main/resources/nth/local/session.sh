NTH=http://127.0.0.1:8080 EVENT=try-$(date +%s)
curl -sw '\n' -X PUT $NTH/events/$EVENT -H "Authorization: Bearer local-admin" \
  -H 'Content-Type: application/json' -d '{"targets":[3],"count":"live"}'
curl -sN $NTH/events/$EVENT/stream & sleep 1
for person in alice bob charlie dora; do
  curl -sw '\n' -X POST $NTH/events/$EVENT/entries -H "X-User-Id: $person" -H 'Prefer: wait=5'
done
wait
curl -sw '\n' $NTH/events/$EVENT/entries/me -H 'X-User-Id: charlie'
