import { Type } from 'typebox'
import {
  ConfigApply,
  ConfigApplyEnd,
  ConfigApplyInput,
  ConfigApplyWithFiles,
} from '../../model/applied-files.ts'
import { described, Id } from '../../model/wire.ts'
import { beginApply } from '../../services/config-applies/begin.ts'
import { endApply } from '../../services/config-applies/end.ts'
import { listApplies, readApply } from '../../services/config-applies/list.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { bulkBody } from '../body-bounds.ts'
import { defineRoute, defineRoutes } from '../route.ts'

const params = Type.Object({ id: described(Id, 'The apply') })

export default defineRoutes('Configuration', [
  defineRoute({
    id: 'listConfigApplies',
    method: 'GET',
    path: '/config-applies',
    summary: 'List what was applied from files',
    doc: 'Who applied configuration from which files and commit, newest first.',
    need: 'Member',
    query: Type.Object(pageQuery),
    responses: { 200: pageOf('ConfigApplyPage', ConfigApply) },
    handler: (context, { query }) => listApplies(context, query),
  }),
  defineRoute({
    id: 'readConfigApply',
    method: 'GET',
    path: '/config-applies/{id}',
    summary: 'Read what was applied from files',
    doc: 'One apply with the digests of its files.',
    need: 'Member',
    params,
    responses: { 200: ConfigApplyWithFiles },
    handler: (context, { params: { id } }) => readApply(context, id),
  }),
  defineRoute({
    id: 'beginConfigApply',
    method: 'POST',
    path: '/config-applies',
    summary: 'Say what will be applied from files',
    doc: 'Notes who is about to apply which files of which commit. It changes nothing by itself; what follows needs its own permissions.',
    need: 'Member',
    body: ConfigApplyInput,
    largest_body: bulkBody,
    responses: { 201: ConfigApplyWithFiles },
    handler: (context, { body }) => beginApply(context, body),
  }),
  defineRoute({
    id: 'endConfigApply',
    method: 'PUT',
    path: '/config-applies/{id}',
    summary: 'Say what became of an apply',
    doc: 'Notes that an apply is done, and how many things it changed. Only who began it may.',
    need: 'Member',
    params,
    body: ConfigApplyEnd,
    responses: { 200: ConfigApplyWithFiles },
    refuses: [409],
    handler: (context, { params: { id }, body }) => endApply(context, id, body),
  }),
])
