import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startSparkServer } from '../../test/harness/spark-server.ts'
import { run } from './run.ts'

const version = '4.2.0'
/** Without the last one a server cannot end a session: it looks there for models of the session, and fails when it finds no such classes. */
const artifacts = ['spark-connect_2.13', 'spark-sql_2.13', 'spark-mllib_2.13']

/** A server that runs on this machine until `end`. */
interface RunningSpark {
  /** Where it listens, in clear and without a token, as clients of Spark Connect write it. */
  address: string
  /** The folder of the jars, from which tests start servers of their own. */
  jars: string
  end: () => Promise<void>
}

/** Fetches Spark Connect by Maven below `home` unless it is there, and starts a server; throws an Error when it does not come up. */
export async function startSpark(home: string): Promise<RunningSpark> {
  const jars = installed(home)
  const { host, port, end } = await startSparkServer(jars)
  return { address: `sc://${host}:${port}`, jars, end }
}

function installed(home: string): string {
  const folder = join(home, `spark-${version}-with-mllib`)
  const jars = join(folder, 'jars')
  if (existsSync(jars)) return jars
  const fetched = join(folder, 'fetched')
  rmSync(fetched, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const project = join(folder, 'pom.xml')
  writeFileSync(project, projectOf())
  run('mvn', [
    '--batch-mode',
    '--quiet',
    '--file',
    project,
    'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies',
    '-DincludeScope=runtime',
    `-DoutputDirectory=${fetched}`,
  ])
  renameSync(fetched, jars)
  return jars
}

const projectOf = (): string =>
  `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>assay</groupId><artifactId>spark</artifactId><version>1</version>
<dependencies>
${artifacts.map((artifact) => `<dependency><groupId>org.apache.spark</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`).join('\n')}
</dependencies></project>
`
