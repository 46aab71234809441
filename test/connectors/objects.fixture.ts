import { connectors } from '../../src/connectors/registry.ts'
import { azureSpeech } from '../harness/azure-speech.ts'
import { ObjectServer, type Speech } from '../harness/object-server.ts'
import { conforms, duckdbSeries, type Fixture } from './conformance.ts'
import { peopleCsv, peopleParquet } from '../harness/people-files.ts'

const people =
  (uri: string, name: string, content: () => Promise<string | Uint8Array>, speech?: Speech) =>
  async (): Promise<Fixture> => {
    const server = await ObjectServer.start(speech)
    server.put(`my data/${name}`, await content())
    return {
      connection: { ...server.connection, uri },
      target: { database: null, schema: null, root_path: 'my data' },
      people: name,
      ...duckdbSeries,
      refused: [
        `copy (select 1) to 's3://lake/out.csv'`,
        `select * from read_text('/etc/passwd')`,
        `select * from read_csv('${server.endpoint}/lake/my%20data/${name}')`,
        `select * from 's3://lake/my data/${name}'`,
        'install httpfs',
        `load 'httpfs'`,
      ],
      close: () => server.close(),
    }
  }

conforms(
  'a CSV object in S3',
  connectors.get('s3'),
  people('s3://lake', 'people.csv', async () => peopleCsv),
)
conforms('a Parquet object in S3', connectors.get('s3'), people('s3://lake', 'people.parquet', peopleParquet))
conforms(
  'a Parquet object in Google Cloud Storage',
  connectors.get('gcs'),
  people('gs://lake', 'people.parquet', peopleParquet),
)
conforms(
  'a CSV object in Azure',
  connectors.get('abfs'),
  people('az://lake', 'people.csv', async () => peopleCsv, azureSpeech),
)
