import { expect, test } from 'vitest'
import { isNewOrganization, type Situation, stepsFor } from './steps.ts'

const nothing: Situation = {
  mayUpload: true,
  mayInvite: false,
  ownSlides: 0,
  slides: 0,
  unsorted: 0,
  viewed: 0,
  members: 1,
  hasOwnProfile: false,
}

const steps = (situation: Partial<Situation>) =>
  stepsFor({ ...nothing, ...situation }).map(({ name, isDone }) => `${name}${isDone ? ' ✓' : ''}`)

test('each is offered what they may do', () => {
  expect(steps({})).toEqual(['upload', 'look', 'sort'])
  expect(steps({ mayInvite: true })).toEqual(['upload', 'look', 'invite'])
  expect(steps({ mayUpload: false })).toEqual(['wait', 'look', 'profile'])
})

test('slides of the demonstration are no upload, but can be looked at', () => {
  expect(steps({ slides: 8, viewed: 1 })).toEqual(['upload', 'look ✓', 'sort'])
  expect(steps({ mayUpload: false, slides: 8 })).toEqual(['wait ✓', 'look', 'profile'])
})

test('a step is done once it is so', () => {
  expect(steps({ ownSlides: 1, slides: 1, unsorted: 1 })).toEqual(['upload ✓', 'look', 'sort'])
  expect(steps({ ownSlides: 1, slides: 1, viewed: 1 })).toEqual(['upload ✓', 'look ✓', 'sort ✓'])
  expect(steps({ mayInvite: true, members: 2 })).toEqual(['upload', 'look', 'invite ✓'])
  expect(steps({ mayUpload: false, hasOwnProfile: true })).toEqual(['wait', 'look', 'profile ✓'])
})

test('an organisation has begun with a handful of slides of its own', () => {
  expect(isNewOrganization({ ownSlides: 0 })).toBe(true)
  expect(isNewOrganization({ ownSlides: 4 })).toBe(true)
  expect(isNewOrganization({ ownSlides: 5 })).toBe(false)
})
