import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSecretBox } from '../kernel/secret-box.ts'
import { readToken, signToken } from './token.ts'

describe('a token', () => {
  const secrets = createSecretBox('a secret of the tests, long enough to be one')
  const claims = { user_id: 7, key: '11111111-2222-3333-4444-555555555555' }
  const sign = (user_id: number) => signToken(secrets, { ...claims, user_id }, new Date(), null)

  test('that was read before says the same, and is refused when a letter of it or the key is another', async () => {
    const token = await sign(7)
    const another = createSecretBox('another secret of the tests, long enough to be one')
    for (let round = 0; round < 2; round++) {
      assert.deepEqual(await readToken(secrets, token), { ...claims, expires: null })
      await assert.rejects(readToken(secrets, `${token}x`), { code: 'unauthenticated' })
      await assert.rejects(readToken(another, token), { code: 'unauthenticated' })
    }
  })

  test('is read after a thousand others were, too', async () => {
    const first = await sign(1)
    for (let user = 1; user <= 1001; user++)
      assert.equal((await readToken(secrets, await sign(user))).user_id, user)
    assert.equal((await readToken(secrets, first)).user_id, 1)
  })
})
