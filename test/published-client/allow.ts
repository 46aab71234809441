/** Stands for a browser whose person is signed in and allows what the page asks: `node allow.ts TOKEN ADDRESS`. */
const [token, address] = process.argv.slice(2)
const answer = await fetch(address ?? '', {
  method: 'POST',
  headers: { authorization: `Bearer ${token}` },
  body: new URLSearchParams({ answer: 'allow' }),
})
if (!answer.ok) process.exitCode = 1
