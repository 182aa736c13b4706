import type { RoleKey } from '@cresyl/contract/permissions'
import type { MakeSlideOptions } from '@cresyl/slides'

type Tissue = Pick<
  MakeSlideOptions,
  'seed' | 'width' | 'height' | 'mpp' | 'stain' | 'positiveShare' | 'defects' | 'coverage' | 'plain'
>

export interface DemoProject {
  key: string
  name: string
  description: string
}

export interface DemoTissue {
  key: string
  organ: string
  species: string
}

export interface DemoStain {
  key: string
  stain_type: string
}

/** A slide that is made and sent by one of the demo users. The words name projects, tissues and stains by their keys. */
export interface DemoSlide {
  key: string
  fileName: string
  by: RoleKey
  project?: string
  tissue?: string
  stain?: string
  pixels: Tissue
}

/** What one of the demo users does once a slide is there, or all slides of a project. */
export type DemoAct = { key: string; by: RoleKey } & (
  | { slide: string; view: true }
  | { slide: string; name?: string; project?: string; tissue?: string; stain?: string }
  | { archive: string }
)

export interface DemoContent {
  projects: readonly DemoProject[]
  tissues: readonly DemoTissue[]
  stains: readonly DemoStain[]
  slides: readonly DemoSlide[]
  acts: readonly DemoAct[]
}

/** What an organisation of demo users has from its first moment. */
export const firstProjects: readonly DemoProject[] = [
  {
    key: 'breast',
    name: 'Breast biopsies: virtual IHC',
    description:
      'H&E slides of core needle biopsies with virtual ER, PR and HER2 stains, compared with the stained neighbours.',
  },
  {
    key: 'colon',
    name: 'Colon resections: tumour budding',
    description: 'Ten fields at the invasive front of each case, counted by two readers.',
  },
  {
    key: 'scanner',
    name: 'Scanner acceptance 2026',
    description: 'The same forty slides on each scanner, to compare focus, colour and scan time.',
  },
]

export const firstTissues: readonly DemoTissue[] = [
  { key: 'breast', organ: 'Breast', species: 'Human' },
  { key: 'colon', organ: 'Colon', species: 'Human' },
  { key: 'liver', organ: 'Liver', species: 'Mouse' },
]

export const firstStains: readonly DemoStain[] = [
  { key: 'he', stain_type: 'H&E' },
  { key: 'her2', stain_type: 'IHC HER2' },
  { key: 'ki67', stain_type: 'IHC Ki-67' },
  { key: 'dapi', stain_type: 'DAPI' },
]

/** The whole of a biopsy at 20×: small enough for all of them to be there within a minute. */
const biopsy = { width: 2560, height: 1920, mpp: 0.5, plain: true, coverage: 0.48 } as const
/** One piece of tissue, stained in three ways. */
const firstCase = { ...biopsy, seed: 1042 }
const acceptance = { ...biopsy, width: 2304, height: 1728, coverage: 0.55 }

export const demoContent: DemoContent = {
  projects: [
    ...firstProjects,
    {
      key: 'liver',
      name: 'Liver steatosis: pilot',
      description: 'Fat content of mouse livers after eight weeks of diet. Finished; kept for the methods.',
    },
  ],
  tissues: firstTissues,
  stains: firstStains,
  slides: [
    {
      key: 'breast-he',
      fileName: 'B26-1042_A1_HE.tiff',
      by: 'user',
      project: 'breast',
      tissue: 'breast',
      stain: 'he',
      pixels: { ...firstCase, stain: 'he' },
    },
    {
      key: 'breast-ki67',
      fileName: 'scan_0007.tiff',
      by: 'user',
      project: 'breast',
      tissue: 'breast',
      pixels: { ...firstCase, stain: 'ihc', positiveShare: 0.45 },
    },
    {
      key: 'breast-dapi',
      fileName: 'B26-1042_A1_DAPI-eosin.ome.tiff',
      by: 'manager',
      project: 'breast',
      tissue: 'breast',
      stain: 'dapi',
      pixels: { ...firstCase, stain: 'fluorescence' },
    },
    {
      key: 'colon-he',
      fileName: 'C26-0311_B2_HE.tiff',
      by: 'manager',
      project: 'colon',
      stain: 'he',
      pixels: { ...biopsy, seed: 311, stain: 'he' },
    },
    {
      key: 'breast-ki67-low',
      fileName: 'B26-1077_A2_Ki-67.tiff',
      by: 'user',
      project: 'scanner',
      tissue: 'breast',
      stain: 'ki67',
      pixels: { ...biopsy, seed: 1077, stain: 'ihc', positiveShare: 0.07 },
    },
    {
      key: 'liver-he',
      fileName: 'L25-018_HE.tiff',
      by: 'manager',
      project: 'liver',
      tissue: 'liver',
      stain: 'he',
      pixels: { ...biopsy, width: 2304, height: 1728, seed: 18, stain: 'he' },
    },
    {
      key: 'defects-he',
      fileName: 'Acceptance-12_fold-and-pen.tiff',
      by: 'admin',
      project: 'scanner',
      tissue: 'breast',
      stain: 'he',
      pixels: { ...acceptance, seed: 7, stain: 'he', defects: { fold: true, pen: 'blue' } },
    },
    {
      key: 'focus-he',
      fileName: 'Acceptance-13_out-of-focus.tiff',
      by: 'admin',
      project: 'scanner',
      tissue: 'breast',
      stain: 'he',
      pixels: { ...acceptance, seed: 13, stain: 'he', defects: { outOfFocus: true, pen: 'green' } },
    },
  ],
  // About all but the last slides, so that nothing is left to do once those are sent.
  acts: [
    { key: 'name-he', by: 'user', slide: 'breast-he', name: 'B26-1042 A1 H&E' },
    { key: 'look-he', by: 'manager', slide: 'breast-he', view: true },
    { key: 'name-ki67', by: 'user', slide: 'breast-ki67', name: 'B26-1042 A1 Ki-67' },
    { key: 'stain-ki67', by: 'manager', slide: 'breast-ki67', stain: 'ki67' },
    { key: 'look-ki67', by: 'manager', slide: 'breast-ki67', view: true },
    { key: 'look-dapi', by: 'manager', slide: 'breast-dapi', view: true },
    { key: 'look-dapi-too', by: 'admin', slide: 'breast-dapi', view: true },
    { key: 'tissue-colon', by: 'manager', slide: 'colon-he', tissue: 'colon' },
    { key: 'look-colon', by: 'manager', slide: 'colon-he', view: true },
    { key: 'look-colon-too', by: 'user', slide: 'colon-he', view: true },
    { key: 'move-ki67-low', by: 'manager', slide: 'breast-ki67-low', project: 'breast' },
    { key: 'archive-liver', by: 'manager', archive: 'liver' },
  ],
}
