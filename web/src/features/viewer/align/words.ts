import { isolate } from '@cresyl/contract/isolate'
import type { AlignmentModel, Residual } from '@cresyl/contract/point-pairs'
import type { Registration } from '@cresyl/contract/registrations'
import { formatNumber } from '../../../ui/dates.ts'

const rounded = (length: number) => formatNumber(Number(length.toFixed(length < 10 ? 2 : 0)))

export const words = {
  begin: 'Align these slides…',
  deed: 'align slides',
  oneSlide: 'Show another slide in the next pane first.',
  notScanned: 'Show both slides as they were scanned first: what was made of them moves along.',
  title: (moving: string, fixed: string) => `Align ${isolate(moving)} with ${isolate(fixed)}`,
  next: (name: string) => `Click a place in ${isolate(name)} that can be told in both slides.`,
  match: (number: number, name: string) => `Now click the same place, point ${number}, in ${isolate(name)}.`,
  marked: (number: number, name: string) => `Point ${number} in ${isolate(name)}`,
  markedHint: 'Click to look at it; the arrow keys move it, faster with Shift',
  missing: 'to be marked',
  shown: 'marked',
  columns: { number: 'Point', off: 'Off by', remove: 'Remove' },
  remove: (number: number) => `Remove point ${number}`,
  middle: 'Mark the middle of the pane in use',
  mirrored: 'It lies face down (mirrored)',
  preview: 'Try it: move together by these points',
  off: (length: number, unit: Residual['unit']) => `${rounded(length)} ${unit}`,
  residual: ({ rms, largest, unit }: Residual) =>
    `The points are off by ${rounded(rms)} ${unit} on average, by ${rounded(largest)} ${unit} at most.`,
  exact: {
    similarity: 'Two pairs always fit. Mark a third to see how well, and how the section is stretched.',
    affine: 'Three pairs always fit. Mark a fourth to see how well.',
  } as const satisfies Record<AlignmentModel, string>,
  assumed: (name: string) =>
    `${isolate(name)} does not say how large a pixel is: its pixels are taken to be square, and the points tell how large.`,
  another: 'Align another slide…',
  chooseTitle: (name: string) => `Align another slide with ${isolate(name)}`,
  chooseSearch: 'Search slides',
  chooseList: 'Slides',
  chooseNone: 'There is no other slide in this project. Search for one elsewhere by its name.',
  chooseNotFound: 'No slide is called that.',
  unsorted: 'Unsorted',
  look: 'Align automatically',
  lookAgain: 'Look again',
  lookHint: 'By the tissue that both show, or set points below.',
  looking: 'Comparing the tissue of both slides',
  stopLooking: 'Stop',
  notFound: 'Nothing was found. Set points by hand.',
  found: ({ pairs, confidence }: Pick<Registration, 'pairs' | 'confidence'>) =>
    `${pairs.length} places agree, ${formatNumber(Math.round(100 * (confidence ?? 0)))} % of those compared.`,
  versions: (count: number) => `Saved versions (${count})`,
  versionList: 'Saved versions',
  versionLine: (version: number, method: Registration['method'], { rms, unit }: Residual) =>
    `Version ${version}: ${method === 'automatic' ? 'automatic' : 'by points'}, off by ${rounded(rms)} ${unit}`,
  somebody: 'Somebody',
  present: 'As it is now',
  back: 'Go back to it',
  backTo: (version: number) => `Go back to version ${version}`,
  removeTitle: 'Remove this alignment?',
  removeText: (moving: string, fixed: string) =>
    `${isolate(moving)} and ${isolate(fixed)} no longer move together, and all saved versions go with it. The slides stay.`,
  removeYes: 'Remove',
  save: 'Save',
  saved: 'The slides are aligned. Panes that show them move together by that.',
  cancel: 'Cancel',
  removeAll: 'Remove the alignment',
  removed: 'The slides are no longer aligned.',
}
