import { annotationLimits } from '@cresyl/contract/limits'
import { counted } from '../../../../ui/counted.ts'
import { formatNumber } from '../../../../ui/dates.ts'
import type { ExportFormat, ExportProblem } from './export-draft.ts'

export const words = {
  export: {
    open: 'Export',
    title: 'Export annotations',
    which: 'Which',
    all: 'All of this image',
    filtered: 'Those that the list shows',
    selected: (count: number) => `What is selected (${formatNumber(count)})`,
    searched: 'What was searched for is looked for in names, notes, classes and tags.',
    format: 'As',
    formats: {
      geojson: 'GeoJSON, as QuPath reads it',
      csv: 'Table of measures (CSV)',
      mask_png: 'Mask (PNG)',
      mask_tiff: 'Mask (TIFF)',
    } satisfies Record<ExportFormat, string>,
    cells: 'With the cells inside each, H-score and share of positive cells',
    mpp: 'µm per pixel',
    mppHint:
      'Leave it empty for full resolution. A number stands for each class; lines and points have no area.',
    legend: 'And its legend: which number is which class (CSV)',
    legendFailed: 'The legend could not be downloaded. Export it again.',
    unsaved: 'Not everything is saved yet. What isn’t will not be in the file.',
    nothing: 'There is nothing to export.',
    submit: 'Export',
    submitCount: (count: number) => `Export ${counted(count, 'annotation')}`,
    done: 'The download has begun.',
    problems: {
      tooManySelected: `Up to ${formatNumber(annotationLimits.selected)} selected ones are exported at once. Choose more by class or review.`,
      mpp: 'Say how many µm a pixel is to have, between 0 and 1,000.',
    } satisfies Record<ExportProblem, string>,
  },
  import: {
    open: 'Import',
    title: 'Import annotations',
    noImage: 'Open an image first: annotations are imported to the image that is shown.',
    drop: 'Drop a file here',
    dropHere: 'Drop the file to import it',
    kinds: 'GeoJSON as QuPath writes it, or XML of ImageScope (Aperio)',
    choose: 'Choose a file',
    other: 'Another file',
    reading: 'Reading the file',
    tooLarge: (megabytes: number) => `A file has up to ${megabytes} MB. Split it.`,
    unreadable: 'The file could not be read.',
    formats: { geojson: 'GeoJSON', aperio: 'XML of ImageScope' },
    counts: {
      fresh: 'To be imported',
      existing: 'Here already, just so',
      refused: 'Left out',
    },
    problemsTitle: 'Left out, and why',
    problem: (index: number) => `Shape ${formatNumber(index + 1)}`,
    moreProblems: (count: number) => `And ${formatNumber(count)} more.`,
    classes: 'Classes',
    classesHint:
      'Those that your organisation does not have keep their name and colour, unless you choose another.',
    inFile: 'In the file',
    becomes: 'Becomes',
    keep: 'As in the file',
    none: 'No class',
    becomesOf: (name: string) => `Class for ${name}`,
    nothing: 'There is nothing new in this file.',
    noFile: 'Choose a file first.',
    submit: 'Import',
    submitCount: (count: number) => `Import ${counted(count, 'annotation')}`,
    done: (count: number) => `${counted(count, 'annotation')} imported.`,
  },
} as const
