// An S3-like store as a process, for checks: its folder and its port are its arguments. It has one bucket, `balcao`, for whoever says S3RVER.
import S3rver from 's3rver'

const [directory = '', port = '0'] = process.argv.slice(2)
const bucket = new S3rver({
  port: Number(port),
  address: '127.0.0.1',
  silent: true,
  directory,
  configureBuckets: [{ name: 'balcao', configs: [] }],
})
await bucket.run()
console.log('bucket listening')
