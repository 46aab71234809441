import { Type } from 'typebox'
import { described, Id } from '../../model/wire.ts'
import { startExport } from '../../services/exports/start.ts'
import { exportTemplates } from '../../services/exports/templates.ts'
import { ids } from '../query.ts'
import { defineRoute, defineRoutes } from '../route.ts'

const query = Type.Object({
  datastore: described(Id, 'The datastore that they are about; they are written to the one linked to it'),
  containers: Type.Optional(described(ids, 'Only those of these containers, by id. Left out: of all')),
})

export default defineRoutes('Exports', [
  defineRoute({
    id: 'exportAnomalies',
    method: 'POST',
    path: '/export/anomalies',
    summary: 'Export anomalies',
    doc: 'Starts an export of open anomalies, as a run of type `export` does; the list of operations shows it.',
    need: 'Editor',
    query,
    responses: { 204: null },
    refuses: [409],
    handler: (context, input) => startExport(context, 'anomalies', input.query),
  }),
  defineRoute({
    id: 'exportChecks',
    method: 'POST',
    path: '/export/checks',
    summary: 'Export quality checks',
    doc: 'Starts an export of checks that are not archived, as a run of type `export` does; the list of operations shows it.',
    need: 'Editor',
    query,
    responses: { 204: null },
    refuses: [409],
    handler: (context, input) => startExport(context, 'checks', input.query),
  }),
  defineRoute({
    id: 'exportFieldProfiles',
    method: 'POST',
    path: '/export/field-profiles',
    summary: 'Export field profiles',
    doc: 'Starts an export of the newest profile of each field, as a run of type `export` does; the list of operations shows it.',
    need: 'Editor',
    query,
    responses: { 204: null },
    refuses: [409],
    handler: (context, input) => startExport(context, 'profiles', input.query),
  }),
  defineRoute({
    id: 'exportCheckTemplates',
    method: 'POST',
    path: '/export/check-templates',
    summary: 'Export quality check templates',
    doc: 'Writes templates into an enrichment datastore, in the place of those that were written before; they are there when it answers.',
    need: 'Editor',
    query: Type.Object({
      enrich_datastore_id: described(Id, 'The enrichment datastore that they are written into'),
      template_ids: Type.Optional(described(ids, 'Only these templates. Left out: all')),
    }),
    responses: { 204: null },
    refuses: [409],
    handler: (context, input) => exportTemplates(context, input.query),
  }),
])
