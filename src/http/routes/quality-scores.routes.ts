import { Type } from 'typebox'
import { DatedQualityScore, ScoreSettings, ScoreSettingsChange } from '../../model/quality-score.ts'
import { listContainerScores, listDatastoreScores, listFieldScores } from '../../services/scores/history.ts'
import { readScoreSettings, updateScoreSettings } from '../../services/scores/settings.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { idPath } from '../paths.ts'
import { defineRoute, defineRoutes } from '../route.ts'

const history = {
  method: 'GET',
  need: 'Reporter',
  params: idPath,
  query: Type.Object({ ...pageQuery }),
  responses: { 200: pageOf('QualityScorePage', DatedQualityScore) },
} as const

export default defineRoutes('Quality scores', [
  defineRoute({
    ...history,
    id: 'listDatastoreScores',
    path: '/datastores/{id}/quality-scores',
    summary: 'List the quality scores of a datastore',
    doc: 'The scores that the datastore has had, newest first; a score is added when it changes.',
    handler: (context, { params, query }) => listDatastoreScores(context, params.id, query),
  }),
  defineRoute({
    ...history,
    id: 'listContainerScores',
    path: '/containers/{id}/quality-scores',
    summary: 'List the quality scores of a container',
    doc: 'The scores that the container has had, newest first; a score is added when it changes.',
    handler: (context, { params, query }) => listContainerScores(context, params.id, query),
  }),
  defineRoute({
    ...history,
    id: 'listFieldScores',
    path: '/fields/{id}/quality-scores',
    summary: 'List the quality scores of a field',
    doc: 'The scores that the field has had, newest first; a score is added when it changes.',
    handler: (context, { params, query }) => listFieldScores(context, params.id, query),
  }),
  defineRoute({
    id: 'readDatastoreScoreSettings',
    method: 'GET',
    path: '/datastores/{id}/score-settings',
    summary: 'Read how the quality score of a datastore is weighed',
    doc: 'The settings of the score of the datastore itself; its containers have their own.',
    need: 'Reporter',
    params: idPath,
    responses: { 200: ScoreSettings },
    handler: (context, { params }) => readScoreSettings(context, { datastore_id: params.id }),
  }),
  defineRoute({
    id: 'updateDatastoreScoreSettings',
    method: 'PUT',
    path: '/datastores/{id}/score-settings',
    summary: 'Weigh the quality score of a datastore',
    doc: 'Changes the members given; the score follows within seconds, and those of the containers stay.',
    need: 'Editor',
    params: idPath,
    body: ScoreSettingsChange,
    responses: { 200: ScoreSettings },
    handler: (context, { params, body }) => updateScoreSettings(context, { datastore_id: params.id }, body),
  }),
  defineRoute({
    id: 'readContainerScoreSettings',
    method: 'GET',
    path: '/containers/{id}/score-settings',
    summary: 'Read how the quality score of a container is weighed',
    doc: 'The settings of the scores of the container and its fields; those of its datastore do not count here.',
    need: 'Reporter',
    params: idPath,
    responses: { 200: ScoreSettings },
    handler: (context, { params }) => readScoreSettings(context, { container_id: params.id }),
  }),
  defineRoute({
    id: 'updateContainerScoreSettings',
    method: 'PUT',
    path: '/containers/{id}/score-settings',
    summary: 'Weigh the quality score of a container',
    doc: 'Changes the members given; the scores of the container and its fields follow within seconds.',
    need: 'Editor',
    params: idPath,
    body: ScoreSettingsChange,
    responses: { 200: ScoreSettings },
    handler: (context, { params, body }) => updateScoreSettings(context, { container_id: params.id }, body),
  }),
])
