import { isolate } from '@cresyl/contract/api/isolate'
import type { AlignmentModel, Residual } from '@cresyl/contract/slides/point-pairs'
import type { Registration } from '@cresyl/contract/slides/registrations'
import { counted } from '../../../ui/text/counted.ts'
import { formatNumber } from '../../../ui/text/dates.ts'

const rounded = (length: number) => formatNumber(Number(length.toFixed(length < 10 ? 2 : 0)))

export const words = {
  begin: 'Align these slides…',
  deed: 'align slides',
  oneSlide: 'Show another slide in the next pane first.',
  notScanned: 'Show both slides as scanned first. Results move with them.',
  title: (moving: string, fixed: string) => `Align ${isolate(moving)} with ${isolate(fixed)}`,
  next: (name: string) => `Click a point in ${isolate(name)} that you recognise in both slides.`,
  match: (number: number, name: string) => `Now click the same point, point ${number}, in ${isolate(name)}.`,
  marked: (number: number, name: string) => `Point ${number} in ${isolate(name)}`,
  markedHint: 'Click to go there; arrow keys move it, faster with Shift',
  missing: 'to be marked',
  shown: 'marked',
  columns: { number: 'Point', off: 'Off by', remove: 'Remove' },
  remove: (number: number) => `Remove point ${number}`,
  middle: 'Mark the centre of the active pane',
  mirrored: 'Face down (mirrored)',
  preview: 'Preview: move together by these points',
  off: (length: number, unit: Residual['unit']) => `${rounded(length)} ${unit}`,
  residual: ({ rms, largest, unit }: Residual) =>
    `The points are off by ${rounded(rms)} ${unit} on average, by ${rounded(largest)} ${unit} at most.`,
  exact: {
    similarity: 'Two pairs always fit exactly. Mark a third to see the error and correct for stretching.',
    affine: 'Three pairs always fit exactly. Mark a fourth to see the error.',
  } as const satisfies Record<AlignmentModel, string>,
  assumed: (name: string) =>
    `${isolate(name)} does not state the pixel size: it is computed from the points, assuming square pixels.`,
  another: 'Align another slide…',
  chooseTitle: (name: string) => `Align another slide with ${isolate(name)}`,
  chooseSearch: 'Search slides',
  chooseList: 'Slides',
  chooseNone: 'There is no other slide in this project. Search by name to find one elsewhere.',
  chooseNotFound: 'No slide has that name.',
  unsorted: 'Unsorted',
  look: 'Align automatically',
  lookAgain: 'Run again',
  lookHint: 'By the tissue in both slides. Or mark points below.',
  looking: 'Comparing the tissue of both slides',
  stopLooking: 'Stop',
  notFound: 'No match was found. Mark points by hand.',
  found: ({ pairs, confidence }: Pick<Registration, 'pairs' | 'confidence'>) =>
    `${counted(pairs.length, 'matching point')} (${formatNumber(Math.round(100 * (confidence ?? 0)))} %).`,
  versions: (count: number) => `Saved versions (${count})`,
  versionList: 'Saved versions',
  versionLine: (version: number, method: Registration['method'], { rms, unit }: Residual) =>
    `Version ${version}: ${method === 'automatic' ? 'automatic' : 'by points'}, off by ${rounded(rms)} ${unit}`,
  somebody: 'Someone',
  present: 'Current',
  back: 'Restore',
  backTo: (version: number) => `Restore version ${version}`,
  removeTitle: 'Remove this alignment?',
  removeText: (moving: string, fixed: string) =>
    `${isolate(moving)} and ${isolate(fixed)} will no longer move together. All saved versions are deleted, too; the slides are kept.`,
  removeYes: 'Remove',
  save: 'Save',
  saved: 'Slides aligned. Panes showing them now move together.',
  cancel: 'Cancel',
  fold: 'Collapse this box',
  unfold: 'Expand this box',
  removeAll: 'Remove the alignment',
  removed: 'Alignment removed.',
}
