import { Type } from 'typebox'
import { ContainerMeasurement } from '../../model/container-measurement.ts'
import { ObservedContainer } from '../../model/observability.ts'
import { timeframes } from '../../model/timeframe.ts'
import { Trends } from '../../model/trend.ts'
import { described } from '../../model/wire.ts'
import { listContainerMeasurements, listObserved } from '../../services/observability/list.ts'
import { readTrends } from '../../services/observability/trends.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { idPath } from '../paths.ts'
import { day, ids, offsetMinutes, text, texts } from '../query.ts'
import { defineRoute, defineRoutes } from '../route.ts'

export default defineRoutes('Observability', [
  defineRoute({
    id: 'listObserved',
    method: 'GET',
    path: '/observability',
    summary: 'List how containers change',
    doc: 'The containers of the datastores that the caller may see, by name, with their measurements and what watches them.',
    need: 'Member',
    query: Type.Object({
      ...pageQuery,
      datastore: Type.Optional(described(ids, 'Those of any of these datastores, by id')),
      search: Type.Optional(text('A part of the name, or the id')),
      tag: Type.Optional(texts('The name of a tag; any of several')),
      timeframe: Type.Optional(
        Type.Enum(timeframes, { description: 'How far the measurements go back; default month' }),
      ),
    }),
    responses: { 200: pageOf('ObservabilityPage', ObservedContainer) },
    handler: (context, { query }) => listObserved(context, query),
  }),
  defineRoute({
    id: 'listContainerMeasurements',
    method: 'GET',
    path: '/containers/{id}/measurements',
    summary: 'List the measurements of a container',
    doc: 'How large the container was and when it was modified, as syncs, profiles and scans found it, newest first.',
    need: 'Reporter',
    params: idPath,
    query: Type.Object({ ...pageQuery }),
    responses: { 200: pageOf('ContainerMeasurementPage', ContainerMeasurement) },
    handler: (context, { params, query }) => listContainerMeasurements(context, params.id, query),
  }),
  defineRoute({
    id: 'readTrends',
    method: 'GET',
    path: '/overview/trends',
    summary: 'Read how the work goes day by day',
    doc: 'Open anomalies, verdicts and records scanned, per day and datastore, of the datastores that the caller may see.',
    need: 'Member',
    query: Type.Object({
      datastore: Type.Optional(described(ids, 'Any of these datastores, by id')),
      timeframe: Type.Optional(Type.Enum(timeframes, { description: 'Default month' })),
      start_date: Type.Optional(described(day, 'The first day, included')),
      end_date: Type.Optional(described(day, 'The last day, included')),
      offset: Type.Optional(
        described(offsetMinutes, 'Minutes that local time is ahead of UTC, for the days'),
      ),
    }),
    responses: { 200: Trends },
    handler: (context, { query }) => readTrends(context, query),
  }),
])
