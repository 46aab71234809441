import { Type } from 'typebox'
import type { TeamChange, TeamInput } from '../../../client/src/index.ts'
import { CommandFailed } from '../../command-failed.ts'
import type { Kind, Spec } from '../kind.ts'
import { given, maybe, picked, text, textOf, word } from '../members.ts'
import { allPages, type World } from '../world.ts'

const members = ['permission', 'description'] as const
/** The team that every user is in, whatever files say. */
const everybody = 'Public'

/** Users and what they may do with datastores; the files of datastores say which teams may use them. */
export const team: Kind = {
  name: 'team',
  title: 'team',
  key: ['name'],
  unordered: ['users'],
  schema: Type.Object({
    name: text('Its name'),
    permission: text(
      'What its users may do with its datastores: Reporter, Viewer, Drafter, Author or Editor',
    ),
    description: word('A note'),
    users: maybe(Type.Array(Type.String()), 'User names of who is in it'),
  }),
  defaults: { users: [] },
  async list({ client }) {
    const teams = await allPages((request) => client.listTeams(request))
    return teams.map(({ id, users, ...one }) => {
      const names = one.name === everybody ? null : users.map(({ user_name }) => user_name)
      return { id, spec: { name: one.name, ...picked(one, members), users: names } }
    })
  },
  create: async (world, spec) =>
    world.client.createTeam({
      body: { name: textOf(spec, 'name'), ...(await bodyOf(world, spec)) } as TeamInput,
    }),
  change: async (world, { id }, spec) => {
    if (spec['name'] === everybody && spec['users'] !== undefined)
      throw new CommandFailed(`Every user is in the team ${everybody}; leave its users out.`)
    return world.client.updateTeam({ id, body: await bodyOf(world, spec) })
  },
  remove: null,
}

async function bodyOf(world: World, spec: Spec): Promise<TeamChange> {
  const { users } = spec
  if (users === undefined) return given(spec, members)
  const user_ids = await Promise.all(((users ?? []) as string[]).map((name) => world.user(name)))
  return { ...given(spec, members), user_ids }
}
