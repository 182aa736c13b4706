import { expect, test } from 'vitest'
import { rootName } from './root-name.ts'

test('gives the first element’s name without its prefix', () => {
  expect(rootName('<OME>')).toBe('OME')
  expect(rootName('<ome:OME xmlns:ome="u">')).toBe('OME')
  expect(rootName('<PerkinElmer-QPI-ImageDescription><A/>')).toBe('PerkinElmer-QPI-ImageDescription')
  expect(rootName('<a/>')).toBe('a')
})

test('passes over a byte order mark, the declaration, comments and white space', () => {
  expect(rootName('\uFEFF<?xml version="1.0"?>\r\n<!-- <b> --> \t<!--\n--><?x y?><OME\n a="1"/>')).toBe('OME')
})

test('gives nothing for text that does not begin with an element', () => {
  const others = [
    '',
    'Aperio',
    ' < OME>',
    '<!-- open',
    '<?xml',
    'x<OME>',
    '<OME',
    '<!DOCTYPE OME><OME>',
    '</OME>',
  ]
  expect(others.map(rootName)).toEqual(others.map(() => undefined))
})
