#!/usr/bin/env bash
# Gives each account of nth the rights it needs on a Kafka cluster, and none besides; or takes them.
#   kafka/acls.sh grant --bootstrap-server kafka:9093 --command-config admin.properties
#   kafka/acls.sh revoke payer --bootstrap-server kafka:9093 --command-config admin.properties
# What follows the roles goes to kafka-acls.sh as it is. Each role needs an account of its own: a
# revoke takes the rights of the account. Without a role: the first five of
#   ingress        takes entries
#   sequencer      numbers them, mirrors the winners and posts webhooks
#   notifier       shows the results
#   payer          hands out prizes
#   operator       audit, copy, dead-letters, put-back
#   repair         rebuild-state, rebuild-mirror, restore: grant it for a repair, then revoke it
#   transactions   lets the sequencer itself end a transaction that Kafka forgot. Kafka asks for a
#                  right with which all rights can be changed: else the administrator does that.
# Holds on brokers that forbid what nobody was allowed: allow.everyone.if.no.acl.found=false, the
# default of Kafka where authorizer.class.name is set.
set -euo pipefail

# The accounts: with SASL the name that logs in, with mutual TLS the certificate's whole subject.
INGRESS=${NTH_INGRESS_ACCOUNT:-User:nth-ingress}
SEQUENCER=${NTH_SEQUENCER_ACCOUNT:-User:nth-sequencer}
NOTIFIER=${NTH_NOTIFIER_ACCOUNT:-User:nth-notifier}
PAYER=${NTH_PAYER_ACCOUNT:-User:nth-payer}
OPERATOR=${NTH_OPERATOR_ACCOUNT:-User:nth-operator}
REPAIR=${NTH_REPAIR_ACCOUNT:-User:nth-repair}
# The consumer group in which the payer reads the winners.
PAYER_GROUP=${NTH_PAYER_GROUP:-nth-payer}
# Kafka's own tool; some packages name it without .sh.
KAFKA_ACLS=${KAFKA_ACLS:-kafka-acls.sh}

usage() {
  echo "usage: $0 grant|revoke [ROLE...] --bootstrap-server HOST:PORT [--command-config FILE]" >&2
  exit 2
}

# rule ACCOUNT OPERATION,OPERATION... RESOURCE...
rule() {
  local account=$1 operation operations=()
  for operation in ${2//,/ }; do
    operations+=(--operation "$operation")
  done
  shift 2
  "$KAFKA_ACLS" "${connection[@]}" "${verb[@]}" --allow-principal "$account" \
    "${operations[@]}" "$@"
}

# Every application looks at what its topics are, hence DescribeConfigs.
ingress() {
  rule "$INGRESS" Write,DescribeConfigs --topic nth.entries
  rule "$INGRESS" Read,DescribeConfigs --topic nth.promotions --topic nth.results
}

sequencer() {
  rule "$SEQUENCER" Create --topic nth. --resource-pattern-type prefixed
  rule "$SEQUENCER" Read,DescribeConfigs --topic nth.entries
  # Reads the others too: whose transaction is open on a topic is told to its readers only.
  rule "$SEQUENCER" Read,Write,DescribeConfigs --topic nth.results --topic nth.winners \
    --topic nth.promotions --topic nth.dead-letters
  rule "$SEQUENCER" Create,Read,Write,DescribeConfigs --topic nth-sequencer- \
    --resource-pattern-type prefixed
  # How safe Kafka keeps its positions and transactions, and what became of one that hangs.
  rule "$SEQUENCER" Read,DescribeConfigs --topic __consumer_offsets --topic __transaction_state
  rule "$SEQUENCER" Read --group nth-sequencer --group nth-audit --group nth-webhooks
  rule "$SEQUENCER" Write --transactional-id nth-sequencer- --resource-pattern-type prefixed
}

notifier() {
  rule "$NOTIFIER" Read,DescribeConfigs --topic nth.results
}

payer() {
  rule "$PAYER" Read --topic nth.winners --group "$PAYER_GROUP"
}

operator() {
  rule "$OPERATOR" Read,DescribeConfigs --topic nth.results --topic nth.winners \
    --topic nth.promotions --topic nth.dead-letters
  rule "$OPERATOR" Read,Write,DescribeConfigs --topic nth.entries
  # The audit asks how far the mirror is.
  rule "$OPERATOR" Describe --group nth-audit
}

repair() {
  rule "$REPAIR" Read,DescribeConfigs --topic nth.results --topic nth.winners \
    --topic nth.promotions --topic nth.dead-letters
  rule "$REPAIR" Read,Write,DescribeConfigs,AlterConfigs --topic nth.entries
  rule "$REPAIR" Create --topic nth. --resource-pattern-type prefixed
  rule "$REPAIR" Create,Delete,Read,Write --topic nth-sequencer- --resource-pattern-type prefixed
  rule "$REPAIR" Read --group nth-sequencer --group nth-audit
}

transactions() {
  rule "$SEQUENCER" Alter --cluster
}

case ${1:-} in
  grant) verb=(--add) ;;
  revoke) verb=(--remove --force) ;;
  *) usage ;;
esac
shift

roles=()
while [[ $# -gt 0 && $1 != --* ]]; do
  case $1 in
    ingress | sequencer | notifier | payer | operator | repair | transactions) roles+=("$1") ;;
    *) usage ;;
  esac
  shift
done
[[ $# -gt 0 ]] || usage
[[ ${#roles[@]} -gt 0 ]] || roles=(ingress sequencer notifier payer operator)
connection=("$@")

for role in "${roles[@]}"; do
  "$role"
done
