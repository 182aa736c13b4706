export interface S3Server {
  endpoint: string
  accessKeyId: string
  secretAccessKey: string
}

/** The server that `npm run test:long` has started. */
export function testS3Server(): S3Server {
  const given = process.env.CRESYL_TEST_S3
  if (!given) throw new Error('CRESYL_TEST_S3 is missing: run npm run test:long, which starts an S3 server.')
  const { origin, username, password } = new URL(given)
  return { endpoint: origin, accessKeyId: username, secretAccessKey: password }
}
