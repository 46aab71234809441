import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { byteSpelling, plainSpelling, soundsLike } from './spelling.ts'

describe('a spelling', () => {
  test('leaves case, accents and repeated blanks aside', () => {
    assert.equal(plainSpelling('  Ångström\t& SÖHNE '), 'angstrom & sohne')
  })

  test('has one byte a character, and tells neighbouring letters apart', () => {
    const bytes = byteSpelling('миша 東京')
    assert.equal(Buffer.byteLength(bytes), 7)
    assert.equal(new Set(byteSpelling('абвгдежзиклмнопрстуфхцчш')).size, 24)
    assert.ok(!bytes.includes('\0'))
  })

  test('sounds as the American Soundex has it, word by word', () => {
    const codes = {
      robert: 'R163',
      rupert: 'R163',
      ashcraft: 'A261',
      tymczak: 'T522',
      pfister: 'P236',
      lee: 'L000',
    }
    for (const [word, code] of Object.entries(codes)) assert.equal(soundsLike(word), code.toLowerCase())
    assert.equal(soundsLike('john smith'), 'j500 s530')
    assert.equal(soundsLike('東京 12'), null)
  })
})
