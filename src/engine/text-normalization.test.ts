import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { singleByteText, normalizedText, phoneticKey } from './text-normalization.ts'

describe('a normalized text', () => {
  test('leaves case, accents and repeated blanks aside', () => {
    assert.equal(normalizedText('  Ångström\t& SÖHNE '), 'angstrom & sohne')
  })

  test('has one byte a character, and tells neighbouring letters apart', () => {
    const bytes = singleByteText('миша 東京')
    assert.equal(Buffer.byteLength(bytes), 7)
    assert.equal(new Set(singleByteText('абвгдежзиклмнопрстуфхцчш')).size, 24)
    assert.ok(!bytes.includes('\0'))
  })

  test('has the American Soundex code of each word as its phonetic key', () => {
    const codes = {
      robert: 'R163',
      rupert: 'R163',
      ashcraft: 'A261',
      tymczak: 'T522',
      pfister: 'P236',
      lee: 'L000',
    }
    for (const [word, code] of Object.entries(codes)) assert.equal(phoneticKey(word), code.toLowerCase())
    assert.equal(phoneticKey('john smith'), 'j500 s530')
    assert.equal(phoneticKey('東京 12'), null)
  })
})
