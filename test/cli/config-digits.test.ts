import assert from 'node:assert/strict'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '../harness/command.ts'
import { describeRuns } from '../harness/runs.ts'

describeRuns('whole numbers beyond 2^53 in files', (app) => {
  const long = '9007199254740993'
  const next = '9007199254740995'

  test('are applied, compared and exported with all their digits', async () => {
    const { datastore_id } = await app.source({ 'orders.csv': 'id,amount\n1,2\n' })
    await app.ask('PUT', `/api/datastores/${datastore_id}`, { name: 'Digits' })
    const address = await app.server.listen({ host: '127.0.0.1', port: 0 })
    const folder = join(app.folder, 'digits')
    const assay = async (...args: string[]) => {
      const said = await runCommand(args, { ASSAY_URL: address, ASSAY_TOKEN: 'admin-1' })
      assert.equal(said.code, 0, said.errors)
      return said.out
    }
    const write = (value: string, ticket: string) => {
      const head =
        'kind: quality_check\ndatastore: Digits\ncontainer: orders.csv\nkey: long\nrule_type: maxValue'
      const text = `${head}\ndescription: x\nfields: [amount]\nproperties: { value: ${value} }\nadditional_metadata: { ticket: ${ticket}, more: [{ id: -${ticket} }], few: 7 }\n`
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'check.yaml'), text)
    }
    write(long, long)
    assert.match(await assay('apply', folder), /1 done, 0 refused/)
    assert.match(await assay('plan', folder), /0 to change, 0 to delete, 1 as they are/)

    const written = join(app.folder, 'written')
    await assay('export', written, '-d', 'Digits')
    const [path = ''] = globSync('**/*long*', { cwd: written })
    const text = readFileSync(join(written, path), 'utf8')
    assert.match(text, new RegExp(`ticket: ${long}\n`))
    assert.match(text, new RegExp(`id: -${long}\n`))
    assert.match(text, /few: 7\n/)
    assert.match(text, new RegExp(`value: "?${long}"?\n`))
    assert.match(await assay('export', written, '-d', 'Digits'), / 0 of them written anew/)

    write(next, next)
    const planned = await assay('plan', folder)
    assert.ok(planned.includes(`properties: {"value":"${long}"} -> {"value":${next}}`), planned)
    assert.ok(planned.includes(`"ticket":${long}`) && planned.includes(`"ticket":${next}`), planned)
    await assay('apply', folder)
    assert.match(await assay('plan', folder), /1 as they are/)
  })

  test('are imported from the files of other tools with all their digits', async () => {
    const folder = join(app.folder, 'imported')
    mkdirSync(folder)
    const column = { column: 'amount' }
    const files: [string, string, number, string[]][] = [
      [
        'soda',
        `checks for orders.csv:\n  - max(amount) <= ${long}\n  - invalid_count(id) = 0:\n      valid values: [${long}, 2]\n  - sum(id) < ${long}\n`,
        3,
        [],
      ],
      [
        'great-expectations',
        JSON.stringify({
          expectations: [
            {
              expectation_type: 'expect_column_values_to_be_between',
              kwargs: { ...column, max_value: JSON.rawJSON(long) },
            },
            {
              expectation_type: 'expect_column_values_to_be_in_set',
              kwargs: { ...column, value_set: [JSON.rawJSON(long)] },
            },
          ],
        }),
        2,
        ['--container', 'orders.csv'],
      ],
    ]
    for (const [tool, text, count, options] of files) {
      const file = join(folder, `${tool}.file`)
      writeFileSync(file, text)
      const into = join(folder, tool)
      const said = await runCommand([
        'import',
        tool,
        file,
        into,
        '--datastore',
        'Digits',
        '--json',
        ...options,
      ])
      assert.equal(said.code, 0, said.errors)
      const written = globSync('**/*.yaml', { cwd: into }).map((name) =>
        readFileSync(join(into, name), 'utf8'),
      )
      assert.equal(written.filter((one) => one.includes(long)).length, count, said.out)
      assert.equal(said.out.split(long).length - 1, count, said.out)
    }
  })
})
