import type { Unsent } from '../../engine/annotations/sync/count-unsent.ts'
import { words } from './words.ts'

/** That there is no connection, and what waits for it. */
export function OfflineText({ unsent }: { unsent: readonly Unsent[] }) {
  const { title, kept, goesOn } = words
  return (
    <>
      <strong>{title}</strong> {unsent.length > 0 && kept(unsent)} {goesOn}
    </>
  )
}
