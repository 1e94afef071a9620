"""The metrics, for Prometheus. The processes of the service count in files that they share."""

from __future__ import annotations

import os

from api.service.processes import COUNTERS

# Read by prometheus_client when it is imported.
if COUNTERS in os.environ:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = os.environ[COUNTERS]

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

REQUESTS = Counter("lineworks_requests", "Requests answered", ["method", "route", "status"])
SECONDS = Histogram(
    "lineworks_request_seconds",
    "Seconds until a request was answered",
    ["route"],
    buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10),
)
SOLVES = Counter("lineworks_solves", "Calls worked on", ["call", "kind", "engine", "outcome"])
CALL_SECONDS = Histogram(
    "lineworks_call_seconds",
    "Seconds per call, including waiting",
    ["call"],
    buckets=(0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 60, 600),
)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def render_metrics(gauges: Collector) -> bytes:
    """Renders the counters of all processes and the gauges in the text format of Prometheus."""
    registry = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library has no types here
    else:
        for metric in (REQUESTS, SECONDS, SOLVES, CALL_SECONDS):
            registry.register(metric)
    registry.register(gauges)
    return generate_latest(registry)


def gauge(
    name: str, description: str, labels: list[str], values: list[tuple[list[str], float]]
) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, description, labels=labels)
    for label_values, value in values:
        family.add_metric(label_values, value)
    return family
