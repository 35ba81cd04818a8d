// A member of a group on kafkajs 2.2 that journals what happens, as MemberJournal.java says.
// Arguments: the journal, a seed (not used), topics with commas, settings as key=value. Leaves at "stop" on standard input.
'use strict'

const fs = require('node:fs')
const { Kafka, logLevel } = require('kafkajs')

const [file, , topics, ...words] = process.argv.slice(2)
const settings = Object.fromEntries(words.map(w => [w.slice(0, w.indexOf('=')), w.slice(w.indexOf('=') + 1)]))
const journal = fs.openSync(file, 'a')
const note = lines => {
  const now = Date.now()
  if (lines.length > 0) fs.writeSync(journal, lines.map(line => `${now} ${line}\n`).join(''))
}

let owned = []
const giveUp = () => {
  note(owned.map(p => `R ${p}`))
  owned = []
}

async function main() {
  const kafka = new Kafka({
    clientId: 'member',
    brokers: [settings['bootstrap.servers']],
    logLevel: logLevel.ERROR,
    retry: { initialRetryTime: 50, maxRetryTime: 500, retries: 100 },
  })
  const consumer = kafka.consumer({
    groupId: settings['group.id'],
    sessionTimeout: Number(settings['session.timeout.ms']),
    heartbeatInterval: Number(settings['heartbeat.interval.ms']),
    maxWaitTimeInMs: 200,
  })
  consumer.on(consumer.events.REBALANCING, giveUp)
  consumer.on(consumer.events.GROUP_JOIN, e => {
    giveUp()
    owned = Object.entries(e.payload.memberAssignment).flatMap(([topic, partitions]) => partitions.map(p => `${topic} ${p}`))
    note(owned.map(p => `A ${p}`))
  })
  await consumer.connect()
  for (const topic of topics.split(',')) await consumer.subscribe({ topic, fromBeginning: true })
  await consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    eachBatch: async ({ batch, resolveOffset, heartbeat, isRunning, isStale }) => {
      const place = `${batch.topic} ${batch.partition}`
      let next = null
      for (const message of batch.messages) {
        if (!isRunning() || isStale() || !owned.includes(place)) break
        note([`P ${place} ${message.offset} ${message.value}`])
        resolveOffset(message.offset)
        next = Number(message.offset) + 1
      }
      await heartbeat()
      if (next === null || !owned.includes(place)) return
      note([`T ${place} ${next}`])
      await consumer.commitOffsets([{ topic: batch.topic, partition: batch.partition, offset: `${next}` }])
      note([`C ${place} ${next}`])
    },
  })
  process.stdin.once('data', async () => {
    await consumer.disconnect()
    giveUp()
    note(['Z'])
    process.exit(0)
  })
}

main().catch(e => {
  console.error(e)
  process.exit(1)
})
