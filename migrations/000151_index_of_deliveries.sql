-- Deleting an enrichment datastore looks for what waits for it.
create index enrichment_deliveries_by_enrichment on enrichment_deliveries (enrich_datastore_id);
