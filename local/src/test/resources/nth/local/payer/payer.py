"""A payer in Python, written from docs/pay-exactly-once.md and asyncapi/nth.json alone.

usage: payer.py BOOTSTRAP_SERVERS LEDGER_FILE ACCOUNT_FILE

Pays what is on nth.winners up to its present end, prints its ledger (dedup_id, state and record of
each win) and ends. LEDGER_FILE is that ledger (SQLite); ACCOUNT_FILE stands for whoever moves the
money: a line per payment, never two with one key.
"""
import json
import pathlib
import sqlite3
import sys

from confluent_kafka import Consumer, KafkaError, TopicPartition

ENVIRONMENT = "python"


class Account:
    """Moves money once per idempotency key."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.path.touch()

    def pay(self, key, event_id, seq, user_id):
        line = "\t".join([key, event_id, str(seq), user_id])
        known = self.path.read_text().splitlines()
        if line not in known:
            if any(other.split("\t")[0] == key for other in known):
                raise SystemExit(f"{key} is asked for twice, differently")
            with self.path.open("a") as account:
                account.write(line + "\n")
        return "line-of-" + key


class Ledger:
    def __init__(self, path):
        self.rows = sqlite3.connect(path, isolation_level=None)
        self.rows.execute(
            "create table if not exists ledger (dedup_id text primary key, record blob not null,"
            " state text not null, reference text)"
        )

    def enter(self, dedup_id, record):
        """What is known of a win afterwards; an alarm if it is another record."""
        self.rows.execute(
            "insert or ignore into ledger values (?, ?, 'owed', null)", (dedup_id, record)
        )
        known, state = self.rows.execute(
            "select record, state from ledger where dedup_id = ?", (dedup_id,)
        ).fetchone()
        if known != record:
            raise SystemExit(f"{dedup_id} is on nth.winners with two contents")
        return state

    def paid(self, dedup_id, reference):
        self.rows.execute(
            "update ledger set state = 'paid', reference = ? where dedup_id = ?",
            (reference, dedup_id),
        )

    def print(self):
        for dedup_id, state, record in self.rows.execute(
            "select dedup_id, state, record from ledger order by dedup_id"
        ):
            print(dedup_id, state, record.decode(), sep="\t")


def settle(message, ledger, account):
    win = json.loads(message.value())
    if win["type"] != "winner_determined" or win["v"] != 1:
        raise SystemExit("a form that is not known here")
    if message.key() != win["event_id"].encode():
        raise SystemExit("the key is not the event_id")
    dedup_id = dict(message.headers())["dedup_id"].decode()
    if dedup_id != win["dedup_id"]:
        raise SystemExit("the header names another dedup_id")
    if ledger.enter(dedup_id, message.value()) == "owed":
        reference = account.pay(
            ENVIRONMENT + ":" + dedup_id, win["event_id"], win["seq"], win["user_id"]
        )
        ledger.paid(dedup_id, reference)


def main(servers, ledger_file, account_file):
    ledger, account = Ledger(ledger_file), Account(account_file)
    consumer = Consumer(
        {
            "bootstrap.servers": servers,
            "group.id": "python-payer",
            "isolation.level": "read_committed",
            "auto.offset.reset": "earliest",
            "enable.auto.commit": False,
            "enable.partition.eof": True,
        }
    )
    partitions = consumer.list_topics("nth.winners", 30).topics["nth.winners"].partitions
    reading = set(partitions)
    consumer.assign(
        consumer.committed([TopicPartition("nth.winners", number) for number in partitions], 30)
    )
    while reading:
        message = consumer.poll(60)
        if message is None:
            raise SystemExit("the broker does not answer")
        if message.error():
            if message.error().code() != KafkaError._PARTITION_EOF:
                raise SystemExit(str(message.error()))
            reading.discard(message.partition())
            continue
        settle(message, ledger, account)
        consumer.commit(message, asynchronous=False)
    consumer.close()
    ledger.print()


main(*sys.argv[1:])
