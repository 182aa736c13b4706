import type { AnnotationClassification, ReviewState } from '@cresyl/contract/annotations/annotations'
import type { RoleKey } from '@cresyl/contract/api/permissions'
import type { MakeSlideOptions } from '@cresyl/slides'

type Tissue = Pick<
  MakeSlideOptions,
  | 'seed'
  | 'width'
  | 'height'
  | 'mpp'
  | 'stain'
  | 'positiveShare'
  | 'defects'
  | 'coverage'
  | 'pieces'
  | 'plain'
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
  /** Decides against quality control that the slide may be used, once it has failed. */
  | { slide: string; override: string }
  | { archive: string }
  /** With the settings that the predictor proposes. */
  | { slide: string; run: string }
  | { slide: string; draw: DemoDrawing }
  /** `drawn` is the key of the act that drew it. */
  | { slide: string; drawn: string; review: ReviewState }
  | { slide: string; drawn: string; comment: string }
)

export interface DemoDrawing {
  classification: AnnotationClassification
  name: string
  /** The corners of a polygon as SVG writes them, in thousandths of the slide's width and height. */
  points: string
}

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
/**
 * As a scanner gives them, with several pieces of tissue on the glass. They come last, because drawing them takes most
 * of the time, and first of them the one whose run takes longest.
 */
const wholeSlide = { mpp: 0.5, plain: true } as const
/** One piece of tissue, stained in three ways. */
const firstCase = { ...biopsy, seed: 1042 }
const acceptance = { ...biopsy, width: 2304, height: 1728, coverage: 0.55 }

/** As a new organisation has them. */
const tumour = { name: 'Tumour', color: '#C5303B' }
const stroma = { name: 'Stroma', color: '#1B7F50' }
const immune = { name: 'Immune cells', color: '#2B6CB0' }

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
      pixels: { ...acceptance, seed: 13, stain: 'he', defects: { outOfFocus: 0.4 } },
    },
    {
      key: 'blurred-edge-he',
      fileName: 'Acceptance-14_out-of-focus_accepted.tiff',
      by: 'admin',
      project: 'scanner',
      tissue: 'breast',
      stain: 'he',
      pixels: { ...acceptance, seed: 14, stain: 'he', defects: { outOfFocus: 0.4 } },
    },
    {
      key: 'breast-he-whole',
      fileName: 'B26-1101_A1-A4_HE.tiff',
      by: 'user',
      project: 'breast',
      tissue: 'breast',
      stain: 'he',
      pixels: {
        ...wholeSlide,
        width: 30_720,
        height: 20_480,
        coverage: 0.1,
        pieces: 4,
        seed: 1101,
        stain: 'he',
      },
    },
    {
      key: 'colon-dapi-whole',
      fileName: 'C26-0340_A1_DAPI-eosin.ome.tiff',
      by: 'manager',
      project: 'colon',
      tissue: 'colon',
      stain: 'dapi',
      pixels: {
        ...wholeSlide,
        width: 15_360,
        height: 12_288,
        coverage: 0.15,
        pieces: 3,
        seed: 340,
        stain: 'fluorescence',
      },
    },
  ],
  acts: [
    { key: 'name-he', by: 'user', slide: 'breast-he', name: 'B26-1042 A1 H&E' },
    { key: 'look-he', by: 'manager', slide: 'breast-he', view: true },
    { key: 'nuclei-he', by: 'user', slide: 'breast-he', run: 'nuclei' },
    {
      key: 'draw-glands',
      by: 'user',
      slide: 'breast-he',
      draw: {
        classification: tumour,
        name: 'Crowded glands',
        points: '345,480 400,455 445,490 465,540 450,600 400,665 350,650 330,590 335,530',
      },
    },
    {
      key: 'draw-stroma',
      by: 'user',
      slide: 'breast-he',
      draw: {
        classification: stroma,
        name: 'Dense collagen',
        points: '300,340 360,305 420,330 455,400 420,440 350,430 305,390',
      },
    },
    {
      key: 'draw-lymphocytes',
      by: 'user',
      slide: 'breast-he',
      draw: {
        classification: immune,
        name: 'Lymphocytes',
        points: '508,95 535,84 562,95 566,130 545,160 515,148',
      },
    },
    { key: 'accept-glands', by: 'manager', slide: 'breast-he', drawn: 'draw-glands', review: 'accepted' },
    {
      key: 'ask-lymphocytes',
      by: 'manager',
      slide: 'breast-he',
      drawn: 'draw-lymphocytes',
      comment: 'Please include the smaller group to the left, then I will accept it.',
    },
    { key: 'name-ki67', by: 'user', slide: 'breast-ki67', name: 'B26-1042 A1 Ki-67' },
    { key: 'stain-ki67', by: 'manager', slide: 'breast-ki67', stain: 'ki67' },
    { key: 'look-ki67', by: 'manager', slide: 'breast-ki67', view: true },
    { key: 'score-ki67', by: 'manager', slide: 'breast-ki67', run: 'ihc-score' },
    { key: 'look-dapi', by: 'manager', slide: 'breast-dapi', view: true },
    { key: 'virtual-he', by: 'manager', slide: 'breast-dapi', run: 'virtual-he' },
    { key: 'look-dapi-too', by: 'admin', slide: 'breast-dapi', view: true },
    { key: 'tissue-colon', by: 'manager', slide: 'colon-he', tissue: 'colon' },
    { key: 'look-colon', by: 'manager', slide: 'colon-he', view: true },
    { key: 'look-colon-too', by: 'user', slide: 'colon-he', view: true },
    { key: 'move-ki67-low', by: 'manager', slide: 'breast-ki67-low', project: 'breast' },
    { key: 'archive-liver', by: 'manager', archive: 'liver' },
    { key: 'virtual-he-whole', by: 'manager', slide: 'colon-dapi-whole', run: 'virtual-he' },
    { key: 'name-he-whole', by: 'user', slide: 'breast-he-whole', name: 'B26-1101 A1–A4 H&E' },
    { key: 'nuclei-he-whole', by: 'user', slide: 'breast-he-whole', run: 'nuclei' },
    {
      key: 'override-focus',
      by: 'manager',
      slide: 'blurred-edge-he',
      override: 'The area to be scored is in focus; the rest is not needed.',
    },
  ],
}
