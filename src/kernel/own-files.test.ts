import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { packageFolder, serviceArguments } from './own-files.ts'

test('npm start gives Node what the commands give it', () => {
  const { scripts } = JSON.parse(readFileSync(`${packageFolder}/package.json`, 'utf8'))
  assert.equal(scripts.start.split(' && ').at(-1), ['node', ...serviceArguments, 'src/main.ts'].join(' '))
})
