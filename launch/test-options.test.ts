import { expect, test } from 'vitest'
import { checkNames, readTestOptions } from './test-options.js'

test('runs every check when none is named', () => {
  expect([...readTestOptions([]).selected]).toEqual(checkNames)
})

test('runs the named checks, and builds what the browser tests need', () => {
  expect([...readTestOptions(['--only=types,lint']).selected]).toEqual(['types', 'lint'])
  expect([...readTestOptions(['--only=unit']).selected]).toEqual(['unit', 'build'])
  expect([...readTestOptions(['--only=e2e']).selected]).toEqual(['e2e', 'build'])
})

test('hands the other arguments to the one runner that is chosen', () => {
  expect(readTestOptions(['--only=unit', 'server/src', '-t', 'audit']).runnerArgs).toEqual([
    'server/src',
    '-t',
    'audit',
  ])
  expect(() => readTestOptions(['server/src'])).toThrow('not clear which test runner server/src is for')
})

test('tells whether only what was changed is asked for', () => {
  expect(readTestOptions(['--changed'])).toMatchObject({ changed: true, runnerArgs: [] })
  expect(readTestOptions([]).changed).toBe(false)
})

test('names a check that does not exist', () => {
  expect(() => readTestOptions(['--only=units'])).toThrow('no check named units. Choose from types, lint')
})
