import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

const wide = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, index]))
const columns = Array.from({ length: 1000 }, (_, index) => `c${index}`)
const lines = Array.from({ length: 5000 }, (_, index) => `${index * 7919}`).join('\n')

/** Files with the fields and the number of rows that a scan must find in them, or the reason why they cannot be read. */
const files: Record<string, { content: string | Uint8Array; found: string | RegExp; rows?: number }> = {
  'excel.csv': { content: 'sep=;\nid;t\n1;a,b\n', found: 'id Integral, t String', rows: 1 },
  'codes.csv': {
    content: `phone,id,sum\n+491701234567,${'1'.repeat(42)},+1.5\n+33612345678,2,2\n`,
    found: 'phone String, id String, sum Fractional',
    rows: 2,
  },
  'unicode.csv': {
    content: Buffer.from('\uFEFFid,t\n1,é\n', 'utf16le'),
    found: 'id Integral, t String',
    rows: 1,
  },
  'zeros.csv': { content: 'i\0d,t\n1,a\n', found: /"zeros\.csv" holds zero bytes in its first line/ },
  'whole.csv.gz': { content: gzipSync(`n\n${lines}\n`), found: 'n Integral', rows: 5000 },
  'cut.csv.gz': {
    content: gzipSync(`n\n${lines}\n`).subarray(0, 4000),
    found: /"cut\.csv\.gz" is cut off or damaged/,
  },
  'cut.ndjson.gz': {
    content: gzipSync('{"a":1}\n'.repeat(5)).subarray(0, -4),
    found: /"cut\.ndjson\.gz" is cut off or damaged/,
  },
  'joined.csv.gz': {
    content: Buffer.concat([gzipSync('a\n1\n'), gzipSync('2\n')]),
    found: 'a Integral',
    rows: 2,
  },
  'marked.json': { content: '\uFEFF [{"id":1},{"id":2}]', found: 'id Integral', rows: 2 },
  'cases.json': { content: '[{"a":1,"A":2}]', found: /names differ from "A" in letter case only/i },
  'alike.json': { content: '[{"a":1,"a_1":2}]', found: 'a Integral, a_1 Integral', rows: 1 },
  'header-return.csv': { content: '"a\rx",b\n1,2\n3,4\n', found: 'a\rx Integral, b Integral', rows: 2 },
  'header-break.csv': { content: '"a\r\nx",b\n1,2\n', found: 'a\r\nx Integral, b Integral', rows: 1 },
  'one-return.csv': { content: 'a,b\n1,2\n3,"x\r\ny"\r\n5,6\n', found: 'a Integral, b String', rows: 3 },
  'one-feed.csv': { content: 'a,b\r\n1,2\r\n3,4\n5,6\r\n', found: 'a Integral, b Integral', rows: 3 },
  'one-feed.csv.gz': {
    content: gzipSync('a,b\r\n1,2\r\n3,4\n5,6\r\n'),
    found: 'a Integral, b Integral',
    rows: 3,
  },
  'old-mac.csv': { content: 'a,b\r1,2\r3,4\r', found: 'a Integral, b Integral', rows: 2 },
  'blank-lines.csv': { content: '\n\na,b\n1,2\n', found: 'a Integral, b Integral', rows: 1 },
  'backslash.csv': {
    content: 'a,b\n1,"x\\"y, z"\n2,"w"\n',
    found: 'a Integral, b String',
    rows: 2,
  },
  'map.geojson': {
    content: JSON.stringify({
      type: 'FeatureCollection',
      bbox: [[1], { features: [] }],
      features: [
        { id: 1, name: 'a],"\u007d\n' },
        { id: 2, name: 'b' },
      ],
    }),
    found: 'id Integral, name String',
    rows: 2,
  },
  'wide.csv': {
    content: `${columns.join(',')}\n${columns.map((_, index) => (index % 2 === 0 ? index : `text ${index}`)).join(',')}\n`,
    found: columns.map((name, index) => `${name} ${index % 2 === 0 ? 'Integral' : 'String'}`).join(', '),
    rows: 1,
  },
  'wide.json': {
    content: JSON.stringify([wide, wide]),
    found: Object.keys(wide)
      .map((name) => `${name} Integral`)
      .join(', '),
    rows: 2,
  },
}

describe('odd files', () => {
  let app: WorkingApp
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  let scans: Map<string, any>
  let shown: Map<string, string>
  before(async () => {
    app = await startWorkingApp()
    const contents = Object.entries(files).map(([name, { content }]) => [name, content] as const)
    const source = await app.source(Object.fromEntries(contents))
    shown = new Map()
    for (const [name, id] of await app.containers(source)) {
      const { body } = await app.ask('GET', `/api/fields?container=${id}&size=1000`)
      shown.set(
        name,
        body.items.map((field: { name: string; type: string }) => `${field.name} ${field.type}`).join(', '),
      )
    }
    const { container_scans } = await app.scan(source)
    scans = new Map(
      container_scans.map((scan: { container: { name: string } }) => [scan.container.name, scan]),
    )
  })
  after(() => app.close())

  for (const [name, { found, rows }] of Object.entries(files)) {
    const title = rows === undefined ? 'alone cannot be read, with its reason' : 'is found and read as it is'
    test(`${name} ${title}`, () => {
      const scan = scans.get(name)
      if (typeof found === 'string') {
        assert.equal(scan.result, 'success', scan.message)
        assert.equal(shown.get(name), found)
        assert.equal(scan.records_processed, rows)
      } else {
        // Without checks it is a remark of the run, not its failure.
        assert.equal(scan.result, 'success')
        assert.match(scan.message, found)
        assert.ok(!scan.message.includes(app.folder))
      }
    })
  }
})
