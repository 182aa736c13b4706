import { jobHash, jobLink } from '@cresyl/contract/operations/jobs'
import { expect, test } from 'vitest'
import { jobsHash, jobsPlaceOf } from './job-address.ts'

const id = '0199f0a0-0000-7000-8000-000000000001'

test('the list and each job have an address over any page', () => {
  expect(jobsPlaceOf(jobsHash)).toEqual({ jobId: null })
  expect(jobsPlaceOf(jobHash(id))).toEqual({ jobId: id })
})

test('the link of a notification leads to its job', () => {
  expect(jobsPlaceOf(new URL(jobLink(id), 'https://cresyl.example').hash)).toEqual({ jobId: id })
})

test.each(['', '#', '#profile', '#job-', '#jobs-of-others'])('“%s” does not speak of jobs', (hash) => {
  expect(jobsPlaceOf(hash)).toBeNull()
})
