import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { connectors } from '../../src/connectors/registry.ts'
import { peopleCsv, peopleParquet } from '../harness/people-files.ts'
import { conforms, duckdbSeries, type Fixture } from './conformance.ts'

const ndjson = [
  '{"id":1,"big":9007199254740993,"amount":12.50,"name":"Zoë","active":true,"born":"1987-05-04","seen":"2024-02-29 12:30:00"}',
  String.raw`{"id":2,"big":-5,"amount":-0.25,"name":"O'Hara, \"Jo\"","active":false,"born":"2001-12-31","seen":"2024-03-01 00:00:00.5"}`,
  '{"id":3,"name":null}',
  '',
].join('\n')

const fixture = (folder: string, people: string): Fixture => ({
  connection: {},
  target: { database: null, schema: null, root_path: folder },
  people,
  ...duckdbSeries,
  refused: [
    `copy (select 1) to '${folder}/out.csv'`,
    `copy (select 1) to '${folder}/${people}'`,
    `select * from read_text('/etc/passwd')`,
    `select * from read_csv('${folder}/scratch/*')`,
    `select * from glob('/etc/*')`,
    `select * from '/etc/passwd'`,
    'install httpfs',
    `load 'httpfs'`,
    `call pragma_version()`,
  ],
  close: async () => undefined,
})

const text = (people: string, content: string | Buffer) => async (folder: string) => {
  writeFileSync(join(folder, people), content)
  return fixture(folder, people)
}

conforms('a CSV file', connectors.get('local'), text('people.csv', peopleCsv))
conforms('an NDJSON file', connectors.get('local'), text('people.ndjson', ndjson))
// One engine reads them all, and a file in another writing can hardly break another promise.
if (process.env['ASSAY_FULL'] === '1') {
  conforms('a gzipped TSV file', connectors.get('local'), text('people.tsv.gz', gzipSync(tabs(peopleCsv))))
  conforms(
    'a JSON array file',
    connectors.get('local'),
    text('people.json', `[${ndjson.trim().split('\n').join(',\n')}]`),
  )
}

conforms('a Parquet file', connectors.get('local'), async (folder) => {
  writeFileSync(join(folder, 'people.parquet'), await peopleParquet())
  return fixture(folder, 'people.parquet')
})

/** The commas outside quotes as tabs. */
function tabs(content: string): string {
  return content.replaceAll(/("(?:[^"]|"")*")|,/g, (_match, quoted: string | undefined) => quoted ?? '\t')
}
