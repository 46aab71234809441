import { useEffect, useState } from 'react'

/** Tells who listens which page has come: no document is loaded when one goes from page to page. */
export function PageName() {
  const [name, setName] = useState('')
  useEffect(() => {
    const observer = new MutationObserver(() => setName(document.title))
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [])
  return (
    <div aria-live="polite" className="unseen">
      {name}
    </div>
  )
}
