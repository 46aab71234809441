import { Type } from 'typebox'
import { operationTypes } from '../../model/operation.ts'
import { SchedulePreview, SchedulePreviewInput } from '../../model/schedule-preview.ts'
import { createSchedule } from '../../runs/schedules/create.ts'
import { previewSchedule } from '../../runs/schedules/preview.ts'
import { listSchedules, readSchedule } from '../../runs/schedules/read.ts'
import { removeSchedule } from '../../runs/schedules/remove.ts'
import { updateSchedule } from '../../runs/schedules/update.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { idPath } from '../paths.ts'
import { anyOf, ids } from '../query.ts'
import { defineRoute, defineRoutes } from '../route.ts'
import { described } from '../../model/wire.ts'

export default defineRoutes('Schedules', ({ Schedule, ScheduleInput, ScheduleChange }) => [
  defineRoute({
    id: 'listSchedules',
    method: 'GET',
    path: '/operations/schedule',
    summary: 'List schedules',
    doc: 'Schedules of the datastores that the caller may see, newest first.',
    need: 'Member',
    query: Type.Object({
      ...pageQuery,
      datastore: Type.Optional(described(ids, 'Schedules of any of these datastores, by id')),
      type: Type.Optional(
        described(anyOf(operationTypes), 'Schedules that start runs of any of these types'),
      ),
      deactivated: Type.Optional(
        Type.Boolean({ description: 'True: only those that fire nothing; false: only the others' }),
      ),
    }),
    responses: { 200: pageOf('SchedulePage', Schedule) },
    handler: (context, { query }) => listSchedules(context, query, query),
  }),
  defineRoute({
    id: 'createSchedule',
    method: 'POST',
    path: '/operations/schedule',
    summary: 'Schedule an operation',
    doc: 'Makes a schedule that starts runs by its crontab.',
    need: 'Editor',
    body: ScheduleInput,
    responses: { 200: Schedule },
    handler: (context, { body }) => createSchedule(context, body),
  }),
  defineRoute({
    id: 'previewSchedule',
    method: 'POST',
    path: '/operations/schedule/preview',
    summary: 'Preview when a schedule would fire',
    doc: 'The next ten times at which a crontab fires, with what changes of the clock do to them, and how often it fires in each hour of the next days; nothing is kept.',
    need: 'Member',
    body: SchedulePreviewInput,
    responses: { 200: SchedulePreview },
    handler: (context, { body }) => previewSchedule(context, body),
  }),
  defineRoute({
    id: 'readSchedule',
    method: 'GET',
    path: '/operations/schedule/{id}',
    summary: 'Get a schedule',
    doc: 'One schedule.',
    need: 'Reporter',
    params: idPath,
    responses: { 200: Schedule },
    handler: (context, { params }) => readSchedule(context, params.id),
  }),
  defineRoute({
    id: 'updateSchedule',
    method: 'PUT',
    path: '/operations/schedule/{id}',
    summary: 'Update a schedule',
    doc: 'Changes the members given.',
    need: [
      { when: 'the schedule stays with its datastore', need: 'Editor' },
      { when: 'it moves to a datastore on which the caller has no permission', need: 'Admin' },
    ],
    params: idPath,
    body: ScheduleChange,
    responses: { 200: Schedule },
    handler: (context, { params, body }) => updateSchedule(context, params.id, body),
  }),
  defineRoute({
    id: 'removeSchedule',
    method: 'DELETE',
    path: '/operations/schedule/{id}',
    summary: 'Delete a schedule',
    doc: 'Deletes a schedule; the runs that it started stay.',
    need: 'Editor',
    params: idPath,
    responses: { 204: null },
    handler: (context, { params }) => removeSchedule(context, params.id),
  }),
])
