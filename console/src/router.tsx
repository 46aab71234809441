import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router'
import { answers, askBefore, keyOf } from './api/answers.ts'
import { Crash } from './shell/crash.tsx'
import { loadPage } from './shell/not-loaded.tsx'
import { NoSuchPage } from './shell/no-such-page.tsx'
import { Shell } from './shell/shell.tsx'
import { SignIn } from './pages/sign-in/page.tsx'
import { onceFollowed, openStream } from './live/follow-changes.ts'
import { groupingOf } from './pages/anomalies/groups.ts'
import { wantedOf as wantedOfAnomalies } from './pages/anomalies/views.ts'
import { wantedOf as wantedOfChecks } from './pages/checks/views.ts'
import { wantedOf as wantedOfDatastores } from './pages/datastores/views.ts'
import { wantedOf as wantedOfRuns } from './pages/runs/views.ts'
import { membersOf, readSearch, writeSearch, type Members } from './shell/search.ts'
import { readBefore } from './tables/paged-list.ts'

type Page = () => Promise<{ default: RouteComponent }>

/** Pages by their address below `/console/`; each is loaded when it is opened first. */
const pages: Record<string, Page> = {
  '/anomalies': () => import('./pages/anomalies/page.tsx'),
  '/runs': () => import('./pages/runs/page.tsx'),
  '/runs/$id': () => import('./pages/run/page.tsx'),
  '/overview': () => import('./pages/overview/page.tsx'),
  '/anomalies/$id': () => import('./pages/anomaly/page.tsx'),
  '/checks': () => import('./pages/checks/page.tsx'),
  '/checks/new': () => import('./pages/check-editor/page.tsx'),
  '/checks/$id': () => import('./pages/check/page.tsx'),
  '/checks/$id/edit': () => import('./pages/check-editor/page.tsx'),
  '/datastores': () => import('./pages/datastores/page.tsx'),
  '/datastores/new': () => import('./pages/new-datastore/page.tsx'),
  '/datastores/$id': () => import('./pages/datastore/page.tsx'),
  '/containers/$id': () => import('./pages/container/page.tsx'),
  '/fields/$id': () => import('./pages/field/page.tsx'),
  '/container-scans/$id': () => import('./pages/container-scan/page.tsx'),
  '/observability': () => import('./pages/observability/page.tsx'),
  '/schedules': () => import('./pages/schedules/page.tsx'),
  '/promote': () => import('./pages/promote/page.tsx'),
  '/inbox': () => import('./pages/inbox/page.tsx'),
  '/flows': () => import('./pages/flows/page.tsx'),
  '/flows/new': () => import('./pages/flow-editor/page.tsx'),
  '/flows/$id': () => import('./pages/flow/page.tsx'),
  '/flows/$id/edit': () => import('./pages/flow-editor/page.tsx'),
  '/people': () => import('./pages/people/page.tsx'),
  '/rights': () => import('./pages/rights/page.tsx'),
  '/teams': () => import('./pages/teams/page.tsx'),
  '/tokens': () => import('./pages/tokens/page.tsx'),
  '/settings': () => import('./pages/settings/page.tsx'),
  '/audit': () => import('./pages/audit/page.tsx'),
}

/** Asks for what a page is about while its code is on the way: a thing by its id, or the beginning of a list as the address has it. */
const asked: Record<string, (id: string, address: Members) => void> = {
  '/anomalies': (_id, address) => {
    if (groupingOf(address.one('group')) === null)
      readBefore('GET /api/anomalies', { query: wantedOfAnomalies(address).query })
  },
  '/checks': (_id, address) =>
    readBefore('GET /api/quality-checks', { query: wantedOfChecks(address).query }),
  '/runs': (_id, address) => readBefore('GET /api/operations', { query: wantedOfRuns(address).query }),
  '/datastores': (_id, address) => readBefore('GET /api/datastores', { query: wantedOfDatastores(address) }),
  '/anomalies/$id': (id) => askBefore('GET /api/anomalies/{id}', { path: { id } }),
  '/runs/$id': (id) => askBefore('GET /api/operations/{id}', { path: { id: Number(id) } }),
  '/checks/$id': (id) => askBefore('GET /api/quality-checks/{id}', { path: { id: Number(id) } }),
  '/checks/$id/edit': (id) => askBefore('GET /api/quality-checks/{id}', { path: { id: Number(id) } }),
  '/datastores/$id': (id) => askBefore('GET /api/datastores/{id}', { path: { id: Number(id) } }),
  '/containers/$id': (id) => askBefore('GET /api/containers/{id}', { path: { id: Number(id) } }),
  '/fields/$id': (id) => askBefore('GET /api/fields/{id}', { path: { id: Number(id) } }),
  '/container-scans/$id': (id) => askBefore('GET /api/container-scans/{id}', { path: { id: Number(id) } }),
  '/flows/$id': (id) => askBefore('GET /api/flows/{id}', { path: { id: Number(id) } }),
  '/flows/$id/edit': (id) => askBefore('GET /api/flows/{id}', { path: { id: Number(id) } }),
}

const root = createRootRoute({ notFoundComponent: NoSuchPage, errorComponent: Crash })
const signIn = createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignIn })
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad() {
    openStream()
    // The frame shows nothing before it knows who is signed in, and is drawn only when the code of the first page has come.
    if (answers.getQueryState(keyOf('GET /api/users/me', {})) === undefined)
      askBefore('GET /api/users/me', {})
  },
})
const front = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad() {
    throw redirect({ to: '/overview' })
  },
})
const inShell = Object.entries(pages).map(([path, load]) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    component: lazyRouteComponent(() => loadPage(load)),
    errorComponent: Crash,
    // Before its code is asked for, whose many files would take all connections first.
    beforeLoad({ params, search, cause }) {
      if (cause !== 'enter') return
      onceFollowed(() => asked[path]?.((params as { id?: string }).id ?? '', membersOf(search)))
    },
  }),
)

/** Where the person is. */
export const router = createRouter({
  routeTree: root.addChildren([signIn, shell.addChildren([front, ...inShell])]),
  basepath: '/console',
  defaultPreload: 'intent',
  // What is open or chosen on the page of one thing is not of another: values that were unmasked, a connection that was tried.
  defaultRemountDeps: ({ params }) => params,
  scrollRestoration: true,
  parseSearch: readSearch,
  stringifySearch: writeSearch,
})
