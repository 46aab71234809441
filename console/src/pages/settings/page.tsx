import { Tabs } from '../../kit/tabs.tsx'
import { useAddress } from '../../shell/search.ts'
import { Connections } from './connections.tsx'
import { Looks } from './looks.tsx'
import { Service } from './service.tsx'
import { Tags } from './tags.tsx'
import './settings.css'

const views = {
  connections: ['Connections', Connections],
  tags: ['Tags', Tags],
  service: ['Service', Service],
  looks: ['This browser', Looks],
} as const
type View = keyof typeof views

/** What the other pages rely on: how sources are reached, which tags there are, how the service is set up, and how it looks here. */
export default function Settings() {
  const asked = useAddress().one('view')
  const open: View = asked !== undefined && Object.hasOwn(views, asked) ? (asked as View) : 'connections'
  const [word, Open] = views[open]
  return (
    <div className="stack">
      <title>{`${word} · Settings · Assay`}</title>
      <h1>Settings</h1>
      <Tabs
        label="Settings"
        open={open}
        tabs={Object.entries(views).map(([key, [word]]) => ({ key, word, search: { view: key } }))}
      />
      <Open />
    </div>
  )
}
