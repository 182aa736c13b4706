import { isolate } from '@cresyl/contract/api/isolate'
import { counted } from '../../ui/text/counted.ts'

export const words = {
  button: 'Search',
  title: 'Search and commands',
  placeholder: 'Search slides, projects and commands',
  results: 'Results',
  groups: { recent: 'Recent slides', projects: 'Projects', slides: 'Slides', actions: 'Commands' },
  slides: (count: number) => counted(count, 'slide'),
  archived: (count: number) => `Archived · ${counted(count, 'slide')}`,
  unsorted: 'Unsorted',
  searching: 'Searching…',
  found: (count: number) => counted(count, 'result'),
  nothing: (search: string) =>
    `Nothing matches “${isolate(search)}”. Try fewer or other words, or one of these:`,
  failed: { projects: 'Projects could not be searched', slides: 'Slides could not be searched' },
  recentFailed: 'Your recent slides could not be loaded',
  retry: 'Try again',
  clear: 'Clear the search',
  close: 'Close',
  keys: { choose: 'choose', open: 'open', newTab: 'new tab', close: 'close' },
  loading: 'Opening the search',
} as const
