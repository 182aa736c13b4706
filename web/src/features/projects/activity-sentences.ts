import { isolate } from '@cresyl/contract/api/isolate'
import type { ProjectDeed, ProjectHistoryEntry } from '@cresyl/contract/lab/project-history'
import { currentLocale } from '../../ui/text/locale.ts'
import { words } from './words.ts'

const own = words.activity

type Change = ProjectHistoryEntry['changes'][number]
type Told = Pick<ProjectHistoryEntry, 'event' | 'deed' | 'person' | 'visiting' | 'changes' | 'subject'>

/** "Ada Lovelace changed Liver 1: stain from nothing to H&E", without its full stop. */
export function sentenceOf({ event, deed: kind, person, visiting, changes, subject }: Told): string {
  const who = person === null ? own.platform : isolate(person.name)
  const deed = kind === null ? own.deeds[event] : deedWords(kind, event)
  const what =
    typeof deed === 'string' ? deed : deed(subject.name === null ? own.gone : isolate(subject.name))
  const sentence = `${visiting ? `${who} (${own.visiting})` : who} ${what}`
  return changes.length === 0 ? sentence : `${sentence}: ${listed(changes.map(changeText))}`
}

function deedWords(kind: ProjectDeed, event: ProjectHistoryEntry['event']) {
  const said = own.kinds[kind]
  return typeof said === 'string' ? said : said[event === 'slides.batch_undone' ? 'undone' : 'done']
}

function changeText({ what, before, after }: Change): string {
  return own.change(own.what[what], valueText(before), valueText(after))
}

function valueText(value: Change['before']): string {
  if (value === null) return own.nothing
  return value.name === null ? own.removed : isolate(value.name)
}

function listed(parts: readonly string[]): string {
  return new Intl.ListFormat(currentLocale(), { type: 'conjunction' }).format(parts)
}
