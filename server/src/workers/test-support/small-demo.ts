import type { DemoContent } from '../../domain/demo/content.ts'

const pixels = { width: 300, height: 240, plain: true, seed: 5 } as const

/** A demo of three tiny slides: each is drawn within a moment. */
export const smallDemo: DemoContent = {
  projects: [
    { key: 'breast', name: 'Breast', description: 'Biopsies' },
    { key: 'liver', name: 'Liver', description: '' },
  ],
  tissues: [
    { key: 'breast', organ: 'Breast', species: 'Human' },
    { key: 'liver', organ: 'Liver', species: 'Mouse' },
  ],
  stains: [
    { key: 'he', stain_type: 'H&E' },
    { key: 'dapi', stain_type: 'DAPI' },
  ],
  slides: [
    {
      key: 'he',
      fileName: 'a_he.tiff',
      by: 'user',
      project: 'breast',
      stain: 'he',
      pixels: { ...pixels, stain: 'he' },
    },
    {
      key: 'dapi',
      fileName: 'a_dapi.ome.tiff',
      by: 'manager',
      project: 'liver',
      tissue: 'breast',
      pixels: { ...pixels, stain: 'fluorescence' },
    },
    {
      key: 'liver',
      fileName: 'liver.tiff',
      by: 'admin',
      project: 'liver',
      tissue: 'liver',
      stain: 'he',
      pixels: { ...pixels, stain: 'he', coverage: 1, defects: { outOfFocus: 2 } },
    },
  ],
  acts: [
    { key: 'look', by: 'manager', slide: 'he', view: true },
    { key: 'name', by: 'user', slide: 'he', name: 'A 1' },
    { key: 'move', by: 'manager', slide: 'dapi', project: 'breast', stain: 'dapi' },
    { key: 'archive', by: 'manager', archive: 'liver' },
    { key: 'override', by: 'manager', slide: 'liver', override: 'Sharp enough' },
    { key: 'nothing', by: 'user', slide: 'unknown', name: 'x' },
    {
      key: 'draw',
      by: 'user',
      slide: 'he',
      draw: {
        classification: { name: 'Tumour', color: '#C5303B' },
        name: 'Glands',
        points: '100,100 500,100 500,500',
      },
    },
    { key: 'accept', by: 'manager', slide: 'he', drawn: 'draw', review: 'accepted' },
    { key: 'comment', by: 'manager', slide: 'he', drawn: 'draw', comment: 'Well drawn.' },
    { key: 'run', by: 'user', slide: 'he', run: 'tissue-map' },
    { key: 'no-predictor', by: 'user', slide: 'he', run: 'unknown' },
  ],
}
