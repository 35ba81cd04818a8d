// What an application on kafkajs 2.2 does, judged from the outside.
// Arguments: bootstrap servers, a prefix for topics and groups. Prints "PROVED <capability>" for each thing seen to work;
// ends with 1 at the first that does not.
'use strict'

const assert = require('node:assert')
const LZ4 = require('kafkajs-lz4')
const { Kafka, CompressionTypes, CompressionCodecs, ConfigResourceTypes, logLevel } = require('kafkajs')

CompressionCodecs[CompressionTypes.Snappy] = require('kafkajs-snappy')
CompressionCodecs[CompressionTypes.LZ4] = new LZ4().codec

const [bootstrap, prefix] = process.argv.slice(2)
const RECORDS = 2000
const DEADLINE_MS = 30000

const kafka = new Kafka({ clientId: 'judge', brokers: [bootstrap], logLevel: logLevel.NOTHING })
const admin = kafka.admin()

const proved = capability => console.log(`PROVED ${capability}`)
const value = i => `value-${i}${' and so on'.repeat(i % 50)}`
const messages = (count, partitions) =>
  Array.from({ length: count }, (_, i) => ({
    key: `k${i}`,
    value: value(i),
    partition: i % partitions,
    headers: { n: `${i}` },
  }))

async function until(holds, what) {
  const deadline = Date.now() + DEADLINE_MS
  while (!(await holds())) {
    assert(Date.now() < deadline, `not so in time: ${what()}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

async function create(topic, numPartitions) {
  assert(await admin.createTopics({ topics: [{ topic, numPartitions }], waitForLeaders: true }))
}

async function send(topic, count, partitions, options = {}, producerOptions = {}) {
  const producer = kafka.producer(producerOptions)
  await producer.connect()
  const all = messages(count, partitions)
  for (let i = 0; i < count; i += 500) {
    await producer.send({ topic, messages: all.slice(i, i + 500), ...options })
  }
  await producer.disconnect()
}

async function readAll(topic, count, partitions, groupId) {
  const next = Array.from({ length: partitions }, (_, i) => i)
  let seen = 0
  let failure = null
  const consumer = kafka.consumer({ groupId, sessionTimeout: 10000, heartbeatInterval: 500 })
  await consumer.connect()
  await consumer.subscribe({ topic, fromBeginning: true })
  await consumer.run({
    eachMessage: async ({ partition, message }) => {
      const i = next[partition]
      if (message.value.toString() !== value(i) || message.key.toString() !== `k${i}` || message.headers.n.toString() !== `${i}`) {
        failure = failure || `content of ${i} at ${partition}:${message.offset}`
      }
      next[partition] += partitions
      seen++
    },
  })
  await until(() => seen >= count || failure, () => `${count} records of ${topic}, came ${seen}`)
  await consumer.disconnect()
  assert.strictEqual(failure, null)
  assert.strictEqual(seen, count)
}

async function codecs() {
  const known = { none: CompressionTypes.None, gzip: CompressionTypes.GZIP, snappy: CompressionTypes.Snappy, lz4: CompressionTypes.LZ4 }
  for (const [codec, compression] of Object.entries(known)) {
    const topic = `${prefix}-codec-${codec}`
    await create(topic, 2)
    await send(topic, RECORDS, 2, { compression })
    await readAll(topic, RECORDS, 2, `${prefix}-reader-${codec}`)
    proved(`produce and consume, ${codec}`)
  }
}

async function acks() {
  for (const how of [0, 1]) {
    const topic = `${prefix}-acks-${how}`
    await create(topic, 1)
    await send(topic, RECORDS, 1, { acks: how })
    await readAll(topic, RECORDS, 1, `${prefix}-reader-acks-${how}`)
    proved(`acks=${how}`)
  }
}

async function idempotent() {
  const topic = `${prefix}-idempotent`
  await create(topic, 2)
  await send(topic, RECORDS, 2, { acks: -1 }, { idempotent: true, maxInFlightRequests: 1 })
  await readAll(topic, RECORDS, 2, `${prefix}-reader-idempotent`)
  proved('idempotent producer')
}

async function group() {
  const topic = `${prefix}-group`
  const groupId = `${prefix}-group`
  await create(topic, 4)
  const seen = new Set()
  const doubles = []
  const owned = [0, 0]
  const start = async n => {
    const consumer = kafka.consumer({ groupId, sessionTimeout: 10000, heartbeatInterval: 500 })
    consumer.on(consumer.events.GROUP_JOIN, e => (owned[n] = (e.payload.memberAssignment[topic] || []).length))
    await consumer.connect()
    await consumer.subscribe({ topic, fromBeginning: true })
    await consumer.run({
      eachMessage: async ({ partition, message }) => {
        const place = `${partition}:${message.offset}`
        if (seen.has(place)) doubles.push(place)
        seen.add(place)
      },
    })
    return consumer
  }
  const members = [await start(0), await start(1)]
  await until(() => owned[0] === 2 && owned[1] === 2, () => `two and two, not ${owned}`)
  await send(topic, RECORDS, 4)
  await until(() => seen.size === RECORDS, () => `all records, came ${seen.size}`)
  proved('consumer group: partitions shared by two members')
  const described = await admin.describeGroups([groupId])
  assert.strictEqual(described.groups[0].state, 'Stable')
  assert.strictEqual(described.groups[0].members.length, 2)
  await members[0].disconnect()
  await until(() => owned[1] === 4, () => `the one that stays takes all, not ${owned}`)
  await send(topic, 100, 4)
  await until(() => seen.size === RECORDS + 100, () => `100 more, came ${seen.size}`)
  await members[1].disconnect()
  assert.deepStrictEqual(doubles, [])
  const offsets = (await admin.fetchOffsets({ groupId, topics: [topic] }))[0].partitions
  assert.deepStrictEqual(offsets.map(p => p.offset), Array(4).fill(`${(RECORDS + 100) / 4}`))
  assert((await admin.listGroups()).groups.some(g => g.groupId === groupId))
  await admin.resetOffsets({ groupId, topic, earliest: true })
  await admin.deleteGroups([groupId])
  assert(!(await admin.listGroups()).groups.some(g => g.groupId === groupId))
  proved('consumer group: left, resumed, administered')
}

async function administered() {
  const topic = `${prefix}-admin`
  await create(topic, 1)
  await admin.createPartitions({ topicPartitions: [{ topic, count: 3 }] })
  const metadata = await admin.fetchTopicMetadata({ topics: [topic] })
  assert.strictEqual(metadata.topics[0].partitions.length, 3)
  const resource = { type: ConfigResourceTypes.TOPIC, name: topic }
  await admin.alterConfigs({ resources: [{ ...resource, configEntries: [{ name: 'retention.ms', value: '123456' }] }] })
  const described = await admin.describeConfigs({ resources: [resource] })
  assert.strictEqual(described.resources[0].configEntries.find(e => e.configName === 'retention.ms').configValue, '123456')
  await send(topic, 30, 3)
  const high = (await admin.fetchTopicOffsets(topic)).map(p => p.high)
  assert.deepStrictEqual(high, ['10', '10', '10'])
  await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '5' }] })
  const low = (await admin.fetchTopicOffsets(topic)).find(p => p.partition === 0).low
  assert.strictEqual(low, '5')
  await admin.deleteTopics({ topics: [topic] })
  assert(!(await admin.listTopics()).includes(topic))
  proved('admin: topics, configurations, records deleted')
}

async function main() {
  await admin.connect()
  await codecs()
  await acks()
  await idempotent()
  await group()
  await administered()
  await admin.disconnect()
  console.log('DONE')
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
