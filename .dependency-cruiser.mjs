// Layers: a room imports itself and rooms on lower numbers. The comment of each rule is the sentence a reviewer would say.
const levels = [
  ['kernel'],
  ['model', 'sql'],
  ['rules', 'connectors', 'channels'],
  ['engine', 'store'],
  ['access'],
  ['services'],
  ['operations'],
  ['http', 'runtime'],
]
const rooms = (names) => `^src/(${names.join('|')})/`

const upward = levels
  .flatMap((names, level) => {
    const above = levels.slice(level + 1).flat()
    const rules =
      above.length === 0
        ? []
        : [
            {
              name: `upward-from-${names.join('-')}`,
              from: { path: rooms(names) },
              to: { path: rooms(above) },
            },
          ]
    const siblings = names.map((name) => ({
      name: `siblings-of-${name}`,
      from: { path: rooms([name]) },
      to: { path: rooms(names.filter((other) => other !== name)) },
    }))
    // sql may read the nouns of model; the other rooms of one level never see each other.
    return [...rules, ...(names.length > 1 ? siblings.filter((rule) => rule.name !== 'siblings-of-sql') : [])]
  })
  .map((rule) => ({
    severity: 'error',
    comment: 'Imports point down: see docs/guide/architecture.md.',
    ...rule,
  }))

const pluginRooms = [
  'rules:rule',
  'connectors:connector',
  'channels:channel',
  'operations:operation',
  'sql/dialects:dialect',
]

export default {
  forbidden: [
    ...upward,
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A cycle is two files that are one.',
      from: {},
      to: { circular: true },
    },
    ...pluginRooms.map((pair) => {
      const [room, suffix] = pair.split(':')
      return {
        name: `islands-${suffix}`,
        severity: 'error',
        comment: 'A plugin is an island: it never imports another plugin; share through its room.',
        from: { path: `^src/${room}/[^/]+\\.${suffix}\\.ts$` },
        to: { path: `^src/${room}/[^/]+\\.${suffix}\\.ts$` },
      }
    }),
    {
      name: 'pure-rooms',
      severity: 'error',
      comment: 'kernel, model, sql and rules compute; they do no I/O.',
      from: { path: '^src/(kernel|model|sql|rules)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: 'pg-at-home',
      severity: 'error',
      comment:
        'The PostgreSQL driver is opened in store/ and in connectors/ only; verbs query through Kysely.',
      from: { path: '^src/', pathNot: '^src/(store|connectors)/' },
      to: { path: 'node_modules/(pg|pg-cursor)/' },
    },
    {
      name: 'config-at-the-top',
      severity: 'error',
      comment: 'Settings are passed as arguments; only main.ts and demo read config.ts at run time.',
      from: { path: '^src/', pathNot: '^src/(main|config)\\.ts$|\\.test\\.ts$' },
      to: { path: '^src/config\\.ts$', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    exclude: { path: '\\.generated\\.ts$' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
