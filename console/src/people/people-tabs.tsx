import { Link } from '@tanstack/react-router'

const pages = [
  ['people', 'People', '/people'],
  ['teams', 'Teams', '/teams'],
  ['rights', 'Rights', '/rights'],
  ['tokens', 'Your tokens', '/tokens'],
] as const

/** The pages about who may do what. */
export function PeopleTabs({ open }: { open: (typeof pages)[number][0] }) {
  return (
    <nav aria-label="Who may do what" className="tabs">
      {pages.map(([key, word, to]) => (
        <Link key={key} to={to as string} className="tab" aria-current={key === open ? 'page' : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  )
}
