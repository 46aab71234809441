import { Type } from 'typebox'
import { NewToken, Token, TokenChange, TokenInput } from '../../model/user.ts'
import { createToken } from '../../services/tokens/create.ts'
import { listServiceTokens, listTokens } from '../../services/tokens/list.ts'
import { revokeToken } from '../../services/tokens/revoke.ts'
import { updateToken } from '../../services/tokens/update.ts'
import { idPath } from '../paths.ts'
import { defineRoute, defineRoutes } from '../route.ts'

export default defineRoutes('Tokens', [
  defineRoute({
    id: 'listTokens',
    method: 'GET',
    path: '/user-tokens',
    summary: 'List your API tokens',
    doc: 'The tokens of the caller, without what authenticates.',
    need: 'Member',
    responses: { 200: Type.Array(Token) },
    handler: listTokens,
  }),
  defineRoute({
    id: 'createToken',
    method: 'POST',
    path: '/user-tokens',
    summary: 'Create an API token',
    doc: 'Makes a token; this answer is the only one that tells it.',
    need: [
      { when: "the token is the caller's own", need: 'Member' },
      { when: 'the token is for somebody else', need: 'Admin' },
    ],
    body: TokenInput,
    responses: { 201: NewToken },
    handler: (context, { body }) => createToken(context, body),
  }),
  defineRoute({
    id: 'updateToken',
    method: 'PUT',
    path: '/user-tokens/{id}',
    summary: 'Revoke or restore an API token',
    doc: 'Revokes a token in a way that can be undone, or restores it.',
    need: [
      { when: "the token is the caller's own", need: 'Member' },
      { when: "the token is somebody else's, or becomes active again", need: 'Admin' },
    ],
    params: idPath,
    body: TokenChange,
    responses: { 200: Token },
    handler: (context, { params, body }) => updateToken(context, params.id, body),
  }),
  defineRoute({
    id: 'listServiceTokens',
    method: 'GET',
    path: '/user-tokens/service',
    summary: 'List the API tokens of service users',
    doc: 'The tokens of service users, for Admins.',
    need: 'Admin',
    responses: { 200: Type.Array(Token) },
    handler: listServiceTokens,
  }),
  defineRoute({
    id: 'revokeToken',
    method: 'DELETE',
    path: '/user-tokens/{id}',
    summary: 'Revoke an API token for good',
    doc: 'Ends a token at once and forgets it.',
    need: [
      { when: "the token is the caller's own", need: 'Member' },
      { when: "the token is somebody else's", need: 'Admin' },
    ],
    params: idPath,
    responses: { 204: null },
    handler: (context, { params }) => revokeToken(context, params.id),
  }),
])
