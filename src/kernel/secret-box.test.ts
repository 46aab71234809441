import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSecretBox } from './secret-box.ts'

describe('a secret box', () => {
  const box = createSecretBox('a secret of this test, long enough to be one')

  test('opens what it sealed, whatever the text', () => {
    for (const plain of ['', 'hunter2', 'schlüssel 🔑', 'x'.repeat(100_000)]) {
      assert.equal(box.open(box.seal(plain, 'connection:7'), 'connection:7'), plain)
    }
  })

  test('another box with the same secret opens it too', () => {
    const again = createSecretBox('a secret of this test, long enough to be one')
    assert.equal(again.open(box.seal('plain', 'p'), 'p'), 'plain')
  })

  test('one text sealed twice looks different, and never holds the text', () => {
    const [one, two] = [box.seal('plain', 'p'), box.seal('plain', 'p')]
    assert.notEqual(one, two)
    assert.ok(!Buffer.from(one.slice(3), 'base64url').includes('plain'))
  })

  test('a text moved to another place, sealed with another secret or changed in any bit does not open', () => {
    const sealed = box.seal('plain', 'connection:7')
    assert.throws(() => box.open(sealed, 'connection:8'))
    assert.throws(() => createSecretBox('another secret that is long enough').open(sealed, 'connection:7'))
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      assert.throws(() => box.open(`v1.${changed.toString('base64url')}`, 'connection:7'))
    }
    assert.throws(() => box.open('plain', 'connection:7'), /not a sealed secret/)
    assert.throws(() => box.open('v1.', 'connection:7'))
  })

  test('keys for other purposes are 32 bytes, lasting, and all different', () => {
    const keys = ['token-signing', 'stored-secrets', 'other'].map((purpose) => box.derive(purpose))
    assert.deepEqual(
      keys.map((key) => key.length),
      [32, 32, 32],
    )
    assert.deepEqual(box.derive('other'), keys[2])
    assert.equal(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size, 3)
  })
})
