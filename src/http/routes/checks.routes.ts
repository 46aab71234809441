import { Type } from 'typebox'
import { checkFacets, Facets } from '../../model/facet.ts'
import { CheckInsights } from '../../model/check-insights.ts'
import {
  BulkCheckChange,
  BulkCheckResult,
  Check,
  CheckStub,
  CheckVersion,
  IdentifiedCheckChange,
  IdentifiedCheckRemoval,
  removal,
} from '../../model/check-record.ts'
import { PastResult } from '../../model/check-result.ts'
import { CheckTemplate } from '../../model/check-template.ts'
import { timeframes } from '../../model/timeframe.ts'
import { changeChecks, mostChecks } from '../../services/checks/bulk.ts'
import { createAnyCheck } from '../../services/templates/make-checks.ts'
import { readInsights } from '../../services/checks/insights.ts'
import { countCheckFacets, listAllChecks, listChecks, readCheck } from '../../services/checks/read.ts'
import { removeCheck, removeChecks } from '../../services/checks/remove.ts'
import { listResults } from '../../services/checks/results.ts'
import { updateCheck, updateChecks } from '../../services/checks/update.ts'
import { listVersions, readVersion } from '../../services/checks/version-at.ts'
import { ChangedCheck, NewCheck } from '../bodies.ts'
import { bulkBody } from '../body-bounds.ts'
import { checkListQuery, checkQuery } from '../check-query.ts'
import { facetQuery } from '../facet-query.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { idPath } from '../paths.ts'
import { day, singleQuery } from '../query.ts'
import { defineRoute, defineRoutes, FromState } from '../route.ts'
import { described, Id } from '../../model/wire.ts'

/** Templates, which clients ask the same list for, are not counted. */
const { template_only: _only, template_locked: _locked, ...plainCheckQuery } = checkQuery

export default defineRoutes('Quality checks', [
  defineRoute({
    id: 'listChecks',
    method: 'GET',
    path: '/quality-checks',
    summary: 'List quality checks',
    doc: 'Checks of the datastores that the caller may see, oldest first unless sorted otherwise; with `template_only` templates in their place.',
    need: 'Member',
    query: Type.Object({ ...pageQuery, ...checkQuery, ...checkListQuery }),
    responses: { 200: pageOf('QualityCheckPage', Type.Union([Check, CheckTemplate])) },
    handler: async (context, { query }) => new FromState(await listChecks(context, query)),
  }),
  defineRoute({
    id: 'countChecks',
    method: 'GET',
    path: '/quality-checks/facets',
    summary: 'Count quality checks by what they are filtered by',
    doc: 'How many checks the list would have with each value of a filter, beside the other filters; without its own.',
    need: 'Member',
    query: Type.Object({ ...facetQuery(checkFacets), ...plainCheckQuery }),
    responses: { 200: Facets },
    handler: (context, { query: { facet, ...query } }) =>
      countCheckFacets(context, facet ?? checkFacets, query),
  }),
  defineRoute({
    id: 'listCheckNames',
    method: 'GET',
    path: '/quality-checks/listing',
    summary: 'List all quality checks in brief',
    doc: 'All checks at once and in brief.',
    need: 'Member',
    query: Type.Object({
      ...checkQuery,
      owner: Type.Optional(Type.Boolean({ description: 'Only those that the caller owns' })),
    }),
    responses: { 200: Type.Array(CheckStub) },
    handler: (context, { query: { owner = false, ...query } }) => listAllChecks(context, query, owner),
  }),
  defineRoute({
    id: 'createCheck',
    method: 'POST',
    path: '/quality-checks',
    summary: 'Create a quality check',
    doc: 'Makes a check once it fits the container and the store understands it.',
    need: [
      { when: 'the check is a draft', need: 'Drafter' },
      { when: 'the check is not a draft', need: 'Author' },
    ],
    body: NewCheck,
    responses: { 201: Check },
    handler: (context, { body }) => createAnyCheck(context, body),
  }),
  defineRoute({
    id: 'readCheck',
    method: 'GET',
    path: '/quality-checks/{id}',
    summary: 'Read a quality check',
    doc: 'One check, archived ones too.',
    need: 'Reporter',
    params: idPath,
    query: singleQuery,
    responses: { 200: Check },
    handler: (context, { params, query }) => readCheck(context, params.id, query.include),
  }),
  defineRoute({
    id: 'updateCheck',
    method: 'PUT',
    path: '/quality-checks/{id}',
    summary: 'Update a quality check',
    doc: 'Changes the members given; also activates, drafts and restores by `status`.',
    need: [
      { when: 'the check is a draft and stays one', need: 'Drafter' },
      { when: 'the check is active, or becomes so', need: 'Author' },
    ],
    params: idPath,
    body: ChangedCheck,
    responses: { 200: Check },
    handler: (context, { params, body }) => updateCheck(context, params.id, body),
  }),
  defineRoute({
    id: 'removeCheck',
    method: 'DELETE',
    path: '/quality-checks/{id}',
    summary: 'Archive or delete a quality check',
    doc: 'Archives a check, or deletes it for good with `archive=false`.',
    need: 'Author',
    params: idPath,
    query: Type.Object(removal),
    responses: { 204: null },
    handler: (context, { params, query }) => removeCheck(context, params.id, query),
  }),
  defineRoute({
    id: 'updateChecks',
    method: 'PATCH',
    path: '/quality-checks',
    summary: 'Update quality checks',
    doc: 'Changes several checks, all or none.',
    need: 'Author',
    body: Type.Array(IdentifiedCheckChange, { maxItems: 1000 }),
    largest_body: bulkBody,
    responses: { 200: Type.Array(Check) },
    handler: (context, { body }) => updateChecks(context, body),
  }),
  defineRoute({
    id: 'removeChecks',
    method: 'DELETE',
    path: '/quality-checks',
    summary: 'Archive or delete quality checks',
    doc: 'Archives or deletes several checks, all or none.',
    need: 'Author',
    body: Type.Array(IdentifiedCheckRemoval, { maxItems: 1000 }),
    largest_body: bulkBody,
    responses: { 204: null },
    handler: (context, { body }) => removeChecks(context, body),
  }),
  defineRoute({
    id: 'changeChecks',
    method: 'POST',
    path: '/quality-checks/bulk',
    summary: 'Change many quality checks',
    doc: 'Changes the checks of these ids, each as far as the caller may; the others are refused one by one. A dry run tells what would become of them; it may ask sources, as activating does.',
    need: 'Member',
    body: Type.Object(
      {
        ids: described(Type.Array(Id, { maxItems: mostChecks }), 'The checks'),
        change: described(BulkCheckChange, 'What becomes of each'),
        dry_run: Type.Optional(
          Type.Boolean({
            description: 'True: the answer is the same, and nothing is changed; default false',
          }),
        ),
      },
      { title: 'BulkChecks', description: 'Many checks, and what becomes of each' },
    ),
    responses: { 200: BulkCheckResult },
    handler: (context, { body }) => changeChecks(context, body),
  }),
  defineRoute({
    id: 'readCheckInsights',
    method: 'GET',
    path: '/quality-checks/{id}/insights',
    summary: 'Read the verdicts on a quality check by day',
    doc: 'The verdicts on a check by day; of each day the last run is told, and all of them are counted.',
    need: 'Reporter',
    params: idPath,
    query: Type.Object({
      timeframe: Type.Optional(Type.Enum(timeframes, { description: 'Default month' })),
      start_date: Type.Optional(described(day, 'The first day, included')),
      end_date: Type.Optional(described(day, 'The last day, included')),
    }),
    responses: { 200: CheckInsights },
    handler: (context, { params, query }) => readInsights(context, params.id, query),
  }),
  defineRoute({
    id: 'listCheckResults',
    method: 'GET',
    path: '/quality-checks/{id}/results',
    summary: 'List the verdicts on a quality check',
    doc: 'What each scan of its container concluded of a check, the last one first: an external scan tells it by its own list of checks.',
    need: 'Reporter',
    params: idPath,
    query: Type.Object(pageQuery),
    responses: { 200: pageOf('PastResultPage', PastResult) },
    handler: (context, { params, query }) => listResults(context, params.id, query),
  }),
  defineRoute({
    id: 'readCheckVersion',
    method: 'GET',
    path: '/quality-checks/{id}/version',
    summary: 'Read a quality check as of a time',
    doc: 'A check as it stood, for instance when a scan started.',
    need: 'Reporter',
    params: idPath,
    query: Type.Object({
      version_at: Type.Optional(Type.String({ format: 'date-time', description: 'Default: now' })),
    }),
    responses: { 200: CheckVersion },
    handler: (context, { params, query }) => readVersion(context, params.id, query.version_at),
  }),
  defineRoute({
    id: 'listCheckVersions',
    method: 'GET',
    path: '/quality-checks/{id}/versions',
    summary: 'List the versions of a quality check',
    doc: 'A check in all its versions, newest first.',
    need: 'Reporter',
    params: idPath,
    query: Type.Object(pageQuery),
    responses: { 200: pageOf('QualityCheckVersionPage', CheckVersion) },
    handler: (context, { params, query }) => listVersions(context, params.id, query),
  }),
])
