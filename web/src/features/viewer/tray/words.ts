import { isolate } from '@cresyl/contract/api/isolate'
import { counted } from '../../../ui/text/counted.ts'
import { formatNumber } from '../../../ui/text/dates.ts'

export const words = {
  unsorted: 'Not in a project',
  inProject: (project: string) => `In ${isolate(project)}`,
  list: 'Neighbouring slides',
  search: 'Search these slides',
  previous: 'Previous slide',
  next: 'Next slide',
  /** "3 of 120". */
  place: (place: number, count: number) => `${formatNumber(place + 1)} of ${formatNumber(count)}`,
  found: (count: number) => `${counted(count, 'slide')} found`,
  count: (count: number) => counted(count, 'slide'),
  loading: 'Loading the slides',
  failedTitle: 'The slides could not be loaded.',
  someFailed: 'Some of the slides could not be loaded.',
  retry: 'Try again',
  empty: 'No slides here.',
  nothingFound: 'No slides match. Try another search.',
  clear: 'Clear the search',
  openedIn: (panes: readonly number[]) =>
    `open in ${panes.length === 1 ? 'pane' : 'panes'} ${panes.map((pane) => pane + 1).join(', ')}`,
  nothingKnown: 'No stain or tissue',
  overridden: 'Overridden',
  outputs: (count: number) => counted(count, 'output'),
  scenes: (count: number) => counted(count, 'scene'),
  actions: (name: string) => `Ways to open ${isolate(name)}`,
  actionsHint: 'Ways to open',
  open: 'Open',
  openInPane: (pane: number) => `Open in pane ${pane + 1}`,
  imagesOf: 'Images of this slide',
  image: {
    asScanned: 'As scanned',
    scene: (number: number) => `Scene ${number}`,
    named: (what: string, name: string) => `${what}: ${isolate(name)}`,
    output: (number: number) => `Output ${number}`,
    virtual: (label: string) => `${label} (virtual)`,
  },
} as const
