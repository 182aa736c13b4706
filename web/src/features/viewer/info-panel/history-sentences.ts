import { isolate } from '@cresyl/contract/api/isolate'
import type { SlideHistoryEntry } from '@cresyl/contract/slides/slide-history'
import { currentLocale } from '../../../ui/text/locale.ts'
import { qcWords } from '../../../ui/text/qc-words.ts'
import { words } from './words.ts'

const own = words.history

type Change = SlideHistoryEntry['changes'][number]
type Told = Pick<SlideHistoryEntry, 'event' | 'person' | 'visiting' | 'revealed' | 'changes' | 'qc'>

/** "Ada Lovelace viewed the slide": who did what, in a sentence without its full stop. */
export function sentenceOf({ event, person, visiting, revealed, changes, qc }: Told): string {
  // Reading is what the platform does, whoever sent the file.
  const passive = event === 'slide.created' || person === null ? own.byItself[event] : undefined
  const found = qc?.state ? `: ${qcWords[qc.state].toLowerCase()}` : ''
  if (passive !== undefined) return `${passive}${found}`
  const who = person === null ? own.platform : isolate(person.name)
  const name = visiting ? `${who} (${own.visiting})` : who
  if (revealed !== null) return `${name} ${own.revealed[revealed]}`
  if (qc?.overridden === true) return `${name} ${own.overrode}${qc.reason ? `: “${isolate(qc.reason)}”` : ''}`
  if (qc?.overridden === false) return `${name} ${own.tookBack}`
  return `${name} ${changes.length === 0 ? `${own.deeds[event]}${found}` : listed(changes.map(changeText))}`
}

/** "renamed it from A to B", "put it into C". */
function changeText({ what, before, after }: Change): string {
  const called = (value: NonNullable<Change['before']>) =>
    value.name === null ? own.gone[what] : isolate(value.name)
  if (what === 'name') {
    return own.renamed(called(before ?? { name: null }), called(after ?? { name: null }))
  }
  if (before === null && after === null) return own.deeds['slide.updated']
  if (what === 'project') {
    if (before === null) return own.put(called(after ?? { name: null }))
    return after === null ? own.takenOut(called(before)) : own.moved(called(before), called(after))
  }
  if (before === null) return own.set(what, called(after ?? { name: null }))
  return after === null
    ? own.removed(what, called(before))
    : own.changedTo(what, called(before), called(after))
}

function listed(parts: readonly string[]): string {
  return new Intl.ListFormat(currentLocale(), { type: 'conjunction' }).format(parts)
}
