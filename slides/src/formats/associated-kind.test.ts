import { expect, test } from 'vitest'
import { kindByAnyWord, kindByDescription, kindByFirstWord } from './associated-kind.ts'

test.each([
  ['label 387x463', 'label'],
  ['Label', 'label'],
  ['MACRO image', 'macro'],
  ['Label_Image', 'label'],
  ['Overview', 'macro'],
  [' thumbnail', 'thumbnail'],
  ['labelled tissue', undefined],
  ['a label', undefined],
  ['2220x2967 -> 574x768 - ;label', undefined],
  ['constructor', undefined],
  ['', undefined],
])('“%s” begins with the word for %s', (text, kind) => {
  expect(kindByFirstWord(text)).toBe(kind)
})

test.each([
  ['S24-1 label', 'label'],
  ['label_image', 'label'],
  ['Slide_Overview', 'macro'],
  ['barcode', 'label'],
  ['labelled cells', undefined],
  ['label-free scan', undefined],
  ['scan', undefined],
])('“%s” has the word for %s', (name, kind) => {
  expect(kindByAnyWord(name)).toBe(kind)
})

test.each([
  ['Macro\nof the slide', 'macro'],
  ['Scanner v1\r\nlabel 12x13', 'label'],
  ['Scanner v1\n\nthe label', undefined],
  ['Scanner v1\nResolution = 1\nlabel', undefined],
])('%o describes a %s', (text, kind) => {
  expect(kindByDescription(text)).toBe(kind)
})
