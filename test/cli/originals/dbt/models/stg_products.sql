{{ config(alias='products') }}
select * from {{ source('raw', 'products') }}
